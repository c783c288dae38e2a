// What the busiest screen needs to understand at its first sight. The console's other decoders, in endpoints.ts,
// come later.

import { attendanceRecord } from './entities/attendance.ts';
import { bareOrUnder, page } from './decode.ts';
import { user } from './entities/people.ts';

export const dailyAnswers = {
  'GET /auth/user': bareOrUnder('user', user),
  'GET /attendance': page(attendanceRecord),
};
