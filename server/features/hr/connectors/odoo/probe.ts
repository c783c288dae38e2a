// Reads the facts about an Odoo before anything is sent to it, and its people, including archived ones.

import {
  type Decoder,
  flag,
  integer,
  isObject,
  list,
  nonEmptyText,
  object,
  text,
} from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import { clockFindings, isSuccess, laterOf, readJson, resultOf } from '../answers.ts';
import { bad, type Connection, type Conversation, type Finding, field, good, NotNow, warning } from '../connector.ts';
import { ask, readAnswer, searchAll, textOrFalse, usesJsonRpc, versionRequest, withArchived } from './calls.ts';

export function* probe(connection: Connection): Conversation<readonly Finding[]> {
  const answer = yield versionRequest(connection);
  const version = versionIn(answer, connection);
  const user = yield* findUser(connection);
  const company = yield* companyFinding(connection);
  const about = [
    versionFinding(version, connection),
    ...clockFindings(answer, connection.now),
    good('User', user.name),
    company,
  ];
  if (company.state === 'bad') return about;
  const rights = yield* rightsFinding(connection, user.id, major(version));
  return [...about, rights, ...(rights.state === 'bad' ? [] : [yield* employeesFinding(connection)])];
}

const decodeVersion = object({ version: nonEmptyText });
const decodeRpcVersion = object({ server_version: nonEmptyText });

function versionIn(answer: Parameters<typeof isSuccess>[0], connection: Connection): string {
  if (usesJsonRpc(connection)) return resultOf(readAnswer(answer, decodeRpcVersion, connection)).server_version;
  if (!isSuccess(answer) && answer.status !== 404) return resultOf(laterOf(answer, connection.now));
  const version = readJson(answer, decodeVersion)?.version;
  if (version) return version;
  throw new NotNow('No Odoo from version 19 on answers at this address. Check it; up to Odoo 18, choose 16 to 18');
}

/** Versions look like '17.0', 'saas~17.4+e' or '19.0-20251002'. */
const major = (version: string): number => Number(/\d+/.exec(version)?.[0] ?? 0);

const [oldestRpc, newestRpc, newestRead] = [16, 18, 19];

function versionFinding(version: string, connection: Connection): Finding {
  const isRpc = usesJsonRpc(connection);
  const number = major(version);
  const doubt =
    isRpc && number > newestRpc
      ? 'choose the version 19 or later, the other way ends with Odoo 22'
      : number < oldestRpc || number > newestRead
        ? `this connector was written for ${oldestRpc} to ${newestRead}`
        : '';
  return { what: 'Version', says: doubt ? `${version}: ${doubt}` : version, state: doubt ? 'warning' : 'good' };
}

export function* findUser(connection: Connection): Conversation<ReturnType<typeof named>> {
  const id = usesJsonRpc(connection)
    ? Number(connection.session)
    : (yield* ask(ofAllCompanies(connection), 'res.users', 'context_get', {}, object({ uid: integer }))).uid;
  const params = { domain: [['id', '=', id]], fields: ['name'] };
  const users = yield* ask(ofAllCompanies(connection), 'res.users', 'search_read', params, stated(list(named)));
  return { id, name: users[0]?.name ?? `Number ${id}` };
}

const named = object({ id: integer, name: text });

/** Leaves the company out: Odoo refuses calls in the context of a company to which the user does not belong. */
const ofAllCompanies = (connection: Connection): Connection => ({
  ...connection,
  values: { ...connection.values, company: '' },
});

function* companyFinding(connection: Connection): Conversation<Finding> {
  const { company = '' } = connection.values;
  const params = { domain: [], fields: ['name'], order: 'id' };
  const companies = yield* ask(ofAllCompanies(connection), 'res.company', 'search_read', params, stated(list(named)));
  const all = companies.map(({ id, name }) => `${id} is ${name}`).join(', ') || 'none';
  const what = 'Company';
  if (company === '') {
    return companies.length > 1
      ? warning(what, `All of them: ${all}. Enter the number of one, unless this company is all of them`)
      : good(what, companies[0]?.name ?? 'None');
  }
  const own = companies.find(({ id }) => String(id) === company);
  return own ? good(what, own.name) : bad(what, `The user belongs to no company ${company}: ${all}`);
}

const neededRights = [
  ['hr.attendance', 'create', 'create attendances'],
  ['hr.attendance', 'write', 'change attendances'],
  ['hr.employee', 'read', 'read employees'],
] as const;

function* rightsFinding(connection: Connection, user: number, version: number): Conversation<Finding> {
  const missing: string[] = [];
  for (const [model, operation, words] of neededRights) {
    const [method, params] = usesJsonRpc(connection)
      ? (['check_access_rights', { operation, raise_exception: false }] as const)
      : (['has_access', { operation }] as const);
    if (!(yield* ask(connection, model, method, params, stated(flag)))) missing.push(words);
  }
  if (missing.length > 0) {
    return bad('Rights', `The user may not ${missing.join(', ')}`);
  }
  // Users outside this group may have rights for only some people's attendances.
  return (yield* isInGroup(connection, user, 'hr_attendance.group_hr_attendance_manager', version))
    ? good('Rights', 'Administers Attendances, and may read employees')
    : warning('Rights', 'The user does not administer Attendances: Odoo may refuse some');
}

/** Asks for the version where it is not known yet. */
export function* isInGroup(
  connection: Connection,
  user: number,
  group_ext_id: string,
  known?: number,
): Conversation<boolean> {
  const version = known ?? major(versionIn(yield versionRequest(connection), connection));
  const params = version < firstWithUsersOwnGroups ? { group_ext_id } : { ids: [user], group_ext_id };
  return yield* ask(connection, 'res.users', 'has_group', params, stated(flag));
}

/** First version in which has_group() can be about another user than the caller. */
const firstWithUsersOwnGroups = 18;

function* employeesFinding(connection: Connection): Conversation<Finding> {
  const { value, label } = numberFieldOf(connection);
  const count = (domain: readonly unknown[]) =>
    ask(connection, 'hr.employee', 'search_count', { domain }, stated(integer));
  const all = yield* count(companyDomain(connection));
  const numbered = yield* count([...companyDomain(connection), [value, '!=', false]]);
  const says = `${all}, ${numbered} of them with a ${label}`;
  return all > 0 && numbered > 0 ? good('Employees', says) : warning('Employees', says);
}

/** Fields that may hold our employee numbers; the first is the default. */
const numberFields = [
  { value: 'barcode', label: 'Badge ID' },
  { value: 'registration_number', label: 'Registration Number' },
  { value: 'identification_id', label: 'Identification No' },
] as const;

export const numberField = field(
  'number_field',
  'Employee Number',
  'The field of an employee in Odoo that holds the employee ID',
  { kind: 'choice', options: [...numberFields], initial: numberFields[0].value },
);

/** Takes only known values, because they become a field's name in a request. */
const numberFieldOf = ({ values }: Pick<Connection, 'values'>) =>
  numberFields.find(({ value }) => value === values.number_field) ?? numberFields[0];

const companyDomain = ({ values }: Pick<Connection, 'values'>) =>
  values.company ? [['company_id', '=', Number(values.company)]] : [];

const decodePerson = object({ id: integer, name: text, work_email: textOrFalse, active: flag });

const personWith =
  (field: string): Decoder<HrPerson> =>
  (value) => {
    const { id, name, work_email, active } = decodePerson(value);
    const number = isObject(value) ? textOrFalse(value[field]) : '';
    return { id: String(id), number, name, email: work_email, is_active: active };
  };

export function* people(connection: Connection): Conversation<HrPerson[]> {
  const { value: number } = numberFieldOf(connection);
  const decode = stated(list(personWith(number)));
  const query = { domain: companyDomain(connection), fields: ['name', 'work_email', 'active', number] };
  return yield* searchAll(connection, 'hr.employee', query, decode, withArchived);
}
