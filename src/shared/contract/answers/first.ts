// How answers are read: the signed-in user and the attendance, the list that people open most. They load with the
// console's start, all others beside the call that needs them.

import { bareOrUnder, nothing, page } from '../decode.ts';
import { attendanceRecord } from '../entities/attendance.ts';
import * as people from '../entities/people.ts';

export const firstAnswers = {
  'POST /auth/logout': nothing,
  'GET /auth/user': bareOrUnder('user', people.currentUser),
  'GET /attendance': page(attendanceRecord),
};
