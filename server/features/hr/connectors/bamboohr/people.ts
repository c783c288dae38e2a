// Who is in BambooHR. Its directory has no employee numbers, and may not be shared; a report has them and those who left.

import { list, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { Connection, Conversation } from '../connector.ts';
import { ask, read, understood, write } from './api.ts';

/** Fields that the key may not see are left out. */
const fields = ['employeeNumber', 'firstName', 'lastName', 'displayName', 'workEmail', 'status'];

const decodePeople = object({
  employees: stated(
    list(
      object({
        id: nonEmptyText,
        employeeNumber: text,
        firstName: text,
        lastName: text,
        displayName: text,
        workEmail: text,
        status: text,
      }),
    ),
  ),
});

/** BambooHR may drop the report, which it calls deprecated. Without it, people are matched by e-mail. */
const withoutReport = [403, 404, 410];

export function* people(connection: Connection): Conversation<HrPerson[]> {
  const answer = yield write('POST', '/reports/custom?format=json', { title: 'Rollcall', fields }, connection);
  const { employees } = withoutReport.includes(answer.status)
    ? yield* ask(read('/employees/directory', connection), decodePeople, connection)
    : understood(answer, decodePeople, connection.now);
  return employees.map(({ id, employeeNumber, firstName, lastName, displayName, workEmail, status }) => ({
    id,
    number: employeeNumber,
    name: displayName || `${firstName} ${lastName}`.trim(),
    email: workEmail,
    is_active: status !== 'Inactive',
  }));
}
