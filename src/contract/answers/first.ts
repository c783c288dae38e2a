// How answers are read: those of signing in and of the lists that screens begin with. They load with the console's start,
// all others beside the call that needs them.

import { bareOrUnder, list, nonEmptyText, nothing, object, page } from '../decode.ts';
import { attendanceRecord } from '../entities/attendance.ts';
import * as entity from '../entities/companies.ts';
import * as people from '../entities/people.ts';

export const firstAnswers = {
  'POST /auth/login': object({ token: nonEmptyText, user: people.currentUser }),
  'POST /auth/logout': nothing,
  'GET /auth/user': bareOrUnder('user', people.currentUser),
  'GET /companies': page(entity.company),
  'GET /companies/all': list(entity.company),
  'GET /access-controllers': page(entity.accessController),
  'GET /attendance': page(attendanceRecord),
  'GET /employees': page(entity.employee),
  'GET /roles': page(people.role),
  'GET /users': page(people.user),
};
