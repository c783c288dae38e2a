// All that a report is made of, in its order. A test walks the database's schema: a column that knows people and is in no
// source's `knows` fails it.

import type { ReportedEmployee, ReportedUser } from './person.ts';
import type { Source } from './source.ts';
import { attendanceSources } from './sources/attendance.ts';
import { aboutThem, byThem } from './sources/audit.ts';
import { employeeSources } from './sources/employee.ts';
import { decidedSource, holdSource } from './sources/holds.ts';
import { mailSource } from './sources/mails.ts';
import { signInSources } from './sources/signIn.ts';
import { userSources } from './sources/user.ts';

export const sourcesOfEmployees: readonly Source<ReportedEmployee>[] = [
  ...employeeSources,
  ...attendanceSources,
  mailSource,
  holdSource,
  aboutThem,
];

export const sourcesOfUsers: readonly Source<ReportedUser>[] = [
  ...userSources,
  ...signInSources,
  mailSource,
  holdSource,
  decidedSource,
  byThem,
  aboutThem,
];
