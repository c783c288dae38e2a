// Reads the facts about a Tryton before anything is sent to it.

import { integer, list, maybe, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import { clockFindings, resultOf } from '../answers.ts';
import { bad, type Connection, type Conversation, type Finding, good } from '../connector.ts';
import { siteTimeOf } from '../siteTime.ts';
import { ask, call, readAnswer } from './rpc.ts';

const oldestTried = '6.0';

export function* probe(connection: Connection): Conversation<readonly Finding[]> {
  const answer = yield call(connection, 'common.server.version', [], '/');
  const version = resultOf(readAnswer(answer, nonEmptyText, connection));
  const user = yield* ask(connection, 'model.res.user.get_preferences', [true], decodeUser);
  return [
    finding(
      'Version',
      version,
      version.startsWith(`${oldestTried}.`) ? 'good' : 'warning',
      `tried with ${oldestTried}`,
    ),
    ...clockFindings(answer, connection.now),
    ...(yield* moduleFindings(connection)),
    ...(yield* companyFindings(connection)),
    ...(yield* rightsFindings(connection, user)),
  ];
}

/** Appends `doubt` unless the state is good. */
const finding = (what: string, says: string, state: Finding['state'], doubt: string): Finding => ({
  what,
  says: state === 'good' ? says : `${says}: ${doubt}`,
  state,
});

const decodeUser = object({ company: maybe(integer), groups: list(integer) });
type User = ReturnType<typeof decodeUser>;

const decodeModules = list(object({ state: text, version: text }));

function* moduleFindings(connection: Connection): Conversation<Finding[]> {
  const params = [[['name', '=', 'attendance']], 0, 1, null, ['version', 'state']];
  const [module] = yield* ask(connection, 'model.ir.module.search_read', params, decodeModules);
  const isOn = module?.state === 'activated';
  return [finding('Attendance module', isOn ? module.version : 'Not activated', isOn ? 'good' : 'bad', 'activate it')];
}

const decodeCompanies = list(object({ id: integer, rec_name: text, timezone: text }));

function* companyFindings(connection: Connection): Conversation<Finding[]> {
  const params = [[], 0, null, null, ['rec_name', 'timezone']];
  const companies = yield* ask(connection, 'model.company.company.search_read', params, decodeCompanies);
  const own = companies.find(({ id }) => String(id) === connection.values.company);
  if (!own) {
    const all = companies.map(({ id, rec_name }) => `${id} is ${rec_name}`).join(', ');
    return [bad('Company', `There is no company ${connection.values.company}: ${all || 'none'}`)];
  }
  const { zone } = siteTimeOf(connection);
  const isSame = own.timezone === zone || (own.timezone === '' && zone === 'UTC');
  return [
    good('Company', own.rec_name),
    finding(
      'Time zone',
      own.timezone || 'None is set, so UTC',
      isSame ? 'good' : 'bad',
      `this connection uses ${zone}`,
    ),
  ];
}

const decodeAdministration = list(object({ db_id: integer }));
/** Missing if the user has no company. */
const decodeCompaniesOfUser = object({ companies: list(integer) });

function* rightsFindings(connection: Connection, user: User): Conversation<Finding[]> {
  const domain = [
    ['module', '=', 'attendance'],
    ['fs_id', '=', 'group_attendance_admin'],
  ];
  const params = [domain, 0, 1, null, ['db_id']];
  const [group] = yield* ask(connection, 'model.ir.model.data.search_read', params, decodeAdministration);
  const mayWrite = group !== undefined && user.groups.includes(group.db_id);
  const { companies } = yield* ask(connection, 'model.res.user.get_preferences', [false], decodeCompaniesOfUser);
  const isOfCompany = companies.some((id) => String(id) === connection.values.company);
  return [
    mayWrite
      ? good('Rights', 'May write attendance of others')
      : bad('Rights', 'The user is not in the group Attendance Administration'),
    ...(isOfCompany ? [] : [bad('Rights', 'The user does not belong to the company')]),
  ];
}
