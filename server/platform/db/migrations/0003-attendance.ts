// An index by controller and, on PostgreSQL, the cursors at which readers' pages ended. Losing those in a crash
// is harmless, so their table is unlogged.

import type { Dialect } from '../db.ts';

export const oldProcess = { mustStop: 'writes wait while all attendance is indexed' };

export const up = (dialect: Dialect): string =>
  `create index attendance_by_controller
    on attendance (access_controller_id, occurred_at desc, id desc);${pageCursors[dialect]}`;

const pageCursors: Record<Dialect, string> = {
  sqlite: '',
  postgres: `
    create unlogged table attendance_places (
      reader text not null,
      page bigint not null,
      occurred_at timestamp(0) not null,
      attendance_id bigint not null,
      kept_until timestamp(0) not null,
      primary key (reader, page)
    );
    create index attendance_places_by_end on attendance_places (kept_until);`,
};
