// What attendance at size needs beside its table: an index for the doors, and, on PostgreSQL, the places
// where the pages of readers ended. Those may be lost in a crash, so they are not logged.

import type { Dialect } from '../db.ts';

export const attendanceSchema = (dialect: Dialect): string =>
  `create index attendance_by_controller
    on attendance (access_controller_id, occurred_at desc, id desc);` + places[dialect];

const places: Record<Dialect, string> = {
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
