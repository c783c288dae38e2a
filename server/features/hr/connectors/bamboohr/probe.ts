// Reads the facts about a BambooHR account before anything is sent to it, and its people.

import { list, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import { instantOf, plusMinutes } from '../../../../platform/time/clock.ts';
import { clockFindings, isSuccess, readJson } from '../answers.ts';
import { bad, type Connection, type Conversation, type Finding, good, warning } from '../connector.ts';
import { siteTimeOf, zoneFinding } from '../siteTime.ts';
import { ask, decodeAnswer, decodePage, entriesRequest, notNowOf, read, utc, write } from './api.ts';

export function* probe(connection: Connection): Conversation<readonly Finding[]> {
  const everybody = yield* people(connection);
  return [
    good('Version', 'API v1'),
    ...(yield* companyFindings(connection)),
    peopleFinding(everybody),
    ...(yield* timesheetFindings(connection)),
    warning('Writing timesheets', 'Whether the key may write them shows only when the first entry is sent'),
  ];
}

const decodeCompany = object({ displayName: text });

/** Tolerates a refusal, because reading the company takes a right that Rollcall does not need otherwise. */
function* companyFindings(connection: Connection): Conversation<Finding[]> {
  const answer = yield read('/company_information', connection);
  const clock = clockFindings(answer, connection.now);
  if (answer.status === 403) {
    return [warning('Company', 'The key may not read its name'), ...clock];
  }
  const { displayName } = decodeAnswer(answer, decodeCompany, connection.now);
  return [good('Company', displayName), ...clock];
}

function peopleFinding(everybody: readonly HrPerson[]): Finding {
  const numbered = everybody.filter(({ number }) => number !== '').length;
  const says = `${everybody.length}, ${numbered} of them with an employee number`;
  return numbered > 0 ? good('People', says) : warning('People', says);
}

const daysAsked = 3;

function* timesheetFindings(connection: Connection): Conversation<Finding[]> {
  const since = instantOf(plusMinutes(connection.now, -daysAsked * 24 * 60));
  const answer = yield entriesRequest(`start ge ${utc(since)}`, 1, connection);
  if (!isSuccess(answer)) {
    const { reason } = notNowOf(answer, connection.now);
    return [bad('Time Tracking', `Is it part of the account? ${reason}`)];
  }
  const zones = (readJson(answer, decodePage)?.data ?? []).map(({ timezone }) => timezone).filter(Boolean);
  const { zone } = siteTimeOf(connection);
  const other = zones.find((each) => each !== zone);
  return [
    good('Time Tracking', 'Timesheets can be read'),
    other === undefined
      ? zoneFinding(connection)
      : warning('Time zone', `${other} on timesheets: this connection uses ${zone}`),
  ];
}

/**
 * Fields read by a report: the directory has no employee numbers and may not be shared, and a report also lists people
 * who left. Fields that the key may not see are left out.
 */
const fields = {
  employeeNumber: text,
  firstName: text,
  lastName: text,
  displayName: text,
  workEmail: text,
  status: text,
};
const decodePeople = object({ employees: stated(list(object({ id: nonEmptyText, ...fields }))) });

/** Statuses without a report, which BambooHR calls deprecated and may drop. People are then matched by e-mail. */
const withoutReport = [403, 404, 410];

export function* people(connection: Connection): Conversation<HrPerson[]> {
  const report = { title: 'Rollcall', fields: Object.keys(fields) };
  const answer = yield write('POST', '/reports/custom?format=json', report, connection);
  const { employees } = withoutReport.includes(answer.status)
    ? yield* ask(read('/employees/directory', connection), decodePeople, connection)
    : decodeAnswer(answer, decodePeople, connection.now);
  return employees.map(({ id, employeeNumber, firstName, lastName, displayName, workEmail, status }) => ({
    id,
    number: employeeNumber,
    name: displayName || `${firstName} ${lastName}`.trim(),
    email: workEmail,
    is_active: status !== 'Inactive',
  }));
}
