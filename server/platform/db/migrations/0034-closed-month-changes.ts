// Records what changes a closed month all the same, such as late events, for the sheets of the month.

import type { Dialect } from '../sql.ts';

export const oldProcess = { mustStop: 'it would not note late events of closed months' };

export function up(dialect: Dialect): string {
  const instant = dialect === 'sqlite' ? 'text' : 'timestamp(0)';
  return `
create table closed_month_changes (
  closed_month_id bigint not null references closed_months(id),
  kind text not null check (kind in ('late_events', 'erasure', 'retention')),
  -- How many events came, people were erased, or times the retention rules removed records.
  total bigint not null,
  first_at ${instant} not null,
  primary key (closed_month_id, kind)
);
`;
}
