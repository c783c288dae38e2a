// Stores each company's template for its payroll file, evidence of the files made, and attachments of mails.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = { mustStop: 'it would send the mails of payroll files without the file' };

export const up = (dialect: Dialect): string => {
  const { id, instant } = columnTypes[dialect];
  return `
create table payroll_templates (
  company_id bigint primary key references companies(id) on delete cascade,
  -- JSON
  template text not null,
  -- 0 where it is not mailed
  mail_day bigint not null default 0,
  mail_to text not null default '',
  mail_from text not null default '',
  mail_problem text not null default ''
);
-- What was signed, and no hours: the file is made anew from the closed month.
create table payroll_files (
  id ${id},
  company_id bigint not null references companies(id) on delete cascade,
  month text not null,
  way text not null check (way in ('download', 'mail')),
  made_at ${instant} not null,
  total_lines bigint not null,
  sha256 text not null,
  statement text not null,
  signature text not null,
  mailed_to text not null
);
create index payroll_files_by_company on payroll_files (company_id);
-- Of several processes one mails a month, and no restart mails it again.
create unique index payroll_files_mailed_once on payroll_files (company_id, month) where way = 'mail';
-- JSON; emptied with the body
alter table outbox add column attachments text not null default '';
alter table outbox add column payroll_file_id bigint;
create index outbox_of_payroll_files on outbox (payroll_file_id) where payroll_file_id is not null;
`;
};
