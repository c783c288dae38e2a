// Attendance is also counted for all companies together, under company 0. The total of an administrator's page used to
// add up the counts of every company: with 500 of them, that took longer than reading the page.

import type { Dialect } from '../sql.ts';
import { functionThatFolds } from './0026-attendance-counts.ts';

export const oldProcess = { mustStop: 'it would not count for all companies together' };

export const up = (dialect: Dialect): string => (dialect === 'sqlite' ? fill : postgres);

const ofRecord = 'event_type, is_processed, hr_state';

/** Sums up the counts of each company. */
export const fill = `
insert into attendance_count_sums (company_id, span, start, ${ofRecord}, records)
  select 0, span, start, ${ofRecord}, sum(records) from attendance_count_sums group by span, start, ${ofRecord};`;

const postgres = `
lock table attendance_count_sums in share row exclusive mode;
${fill}
${functionThatFolds(`select counted, span, date_trunc(span, start), ${ofRecord}, sum(records)
      from changes cross join lateral (values (company_id), (0)) companies (counted)
        cross join (values ('hour'), ('day'), ('month'), ('year')) spans (span)
      group by 1, 2, 3, 4, 5, 6 having sum(records) <> 0`)}`;
