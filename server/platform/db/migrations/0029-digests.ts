// Stores the weekdays on which each company's digest is mailed, when it last was, and which users want none.

export const oldProcess = 'goes on';

export const up = (): string => `
create table digests (
  company_id bigint primary key references companies(id) on delete cascade,
  -- ISO weekdays, such as '15' for Mondays and Fridays
  weekdays text not null,
  -- The last day that was looked at, so that no other process and no restart does it again.
  done_on text not null default '',
  mailed_on text not null default '',
  mailed_to bigint not null default 0
);
create table digest_refusals (user_id bigint primary key references users(id) on delete cascade);
`;
