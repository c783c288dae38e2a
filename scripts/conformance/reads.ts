// Calls every read once, on a server whose records are unknown, and checks that the console can decode the answer, and
// that it is the requested record. Nothing else is checked of what a server announces beyond the specification.

import { access, featureOf } from '../../src/shared/contract/access.ts';
import type { ReadKey } from '../../src/shared/contract/calls.ts';
import { isObject } from '../../src/shared/contract/decode.ts';
import type { KitClient, Result } from './client.ts';
import type { Answers, Examples, Explored, Fault, Group, SignedIn } from './kit.ts';
import { faultOf, usageOf } from './verdicts.ts';

const isReadKey = (key: string): key is ReadKey => key in access && key.startsWith('GET ');
/** Lists come before the calls for their records. */
export const readKeys: readonly ReadKey[] = Object.keys(access)
  .filter(isReadKey)
  .sort((one, other) => Number(one.includes('{')) - Number(other.includes('{')));

/** The specification's calls for a single record of a list. The list's path is the same without the last word. */
export const recordReads = [
  'GET /companies/{id}',
  'GET /access-controllers/{id}',
  'GET /attendance/{id}',
  'GET /employees/{id}',
  'GET /settings/{keyOrId}',
  'GET /roles/{id}',
  'GET /users/{id}',
] as const;

/** Leaves out reads beyond the specification that the server does not announce. */
const expectedReads = (features: readonly string[]): readonly ReadKey[] =>
  readKeys.filter((key) => {
    const feature = featureOf(key);
    return !feature || features.includes(feature);
  });

/** Returns the list with the ids for a call: 'companies' for 'GET /companies/{id}/urls'. Timesheets use employees. */
function kindOf(key: string): string {
  const segments = key.split('/');
  const kind = segments[segments.indexOf('{id}') - 1] ?? segments[1] ?? '';
  return kind === 'timesheets' ? 'employees' : kind;
}

/** Requests the first record of its kind. Undefined if no list has one. */
export async function askAs(
  who: KitClient,
  key: ReadKey,
  { ids, settingKey }: Examples,
): Promise<Result<unknown> | undefined> {
  // Every person has the section 'record'.
  const known = { id: ids[kindOf(key)], keyOrId: settingKey, section: 'record' };
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const isKnown = Object.entries(known).every(([name, value]) => value !== undefined || !names.includes(name));
  return isKnown ? who.call<ReadKey>(key, known) : undefined;
}

/** Returns the records in a decoded answer: rows of a page or list, entries of the audit, or the single record. */
export function rowsOf(data: unknown): readonly Record<string, unknown>[] {
  const rows = isObject(data) ? [data.data, data.entries].find(Array.isArray) : data;
  return (Array.isArray(rows) ? rows : [rows ?? data]).filter(isObject);
}

export async function explore(kit: SignedIn): Promise<Explored> {
  const group = kit.group('Shapes');
  const answers: Answers = {};
  const ids: Partial<Record<string, number>> = {};
  let settingKey: string | undefined;

  for (const key of expectedReads(kit.user.features)) await check(key);
  const explored = { ...kit, answers, examples: { ids, settingKey } };
  await checkIdentity(group, explored);
  return explored;

  async function check(key: ReadKey): Promise<void> {
    const claim = 'The answer can be decoded';
    const result = await askAs(kit.client, key, { ids, settingKey });
    if (!result) return group.skip(key, claim, `No list contains a record of ${kindOf(key)} to ask for`);
    if (result.ok) {
      Object.assign(answers, { [key]: result.data });
      remember(key, result.data);
      group.check(key, claim);
      return checkNumbers(group, key, result.raw);
    }
    const fault = faultOf(key, result);
    if (result.error.kind === 'forbidden') return group.skip(key, claim, 'The account lacks the permission');
    if (result.error.kind === 'notFound' && usageOf(key).without) {
      return group.note(key, 'The server has this call', fault);
    }
    group.check(key, claim, fault);
  }

  function remember(key: ReadKey, data: unknown): void {
    const [first] = rowsOf(data);
    if (!first || key !== `GET /${kindOf(key)}`) return;
    if (typeof first.id === 'number') ids[kindOf(key)] = first.id;
    if (kindOf(key) === 'settings' && typeof first.key === 'string') settingKey = first.key;
  }
}

/** Notes numbers, which the console also shows, but which have lost their leading zeros. */
function checkNumbers(group: Group, key: ReadKey, raw: unknown): void {
  if (key !== 'GET /employees') return;
  const at = rowsOf(raw).findIndex((row) => typeof row.employee_id === 'number');
  if (at === -1) return;
  group.note(key, 'employee_id is text', {
    field: Array.isArray(raw) ? `${at}.employee_id` : `data.${at}.employee_id`,
    detail: `It is ${String(rowsOf(raw)[at]?.employee_id)}, a number; a number cannot keep leading zeros, so send text`,
    shown: 'Employees: 123 for the ID 00123, also in exports and for the HR system',
  });
}

/** Checks that calls for one record return that record, for the first and last on its list's first page. */
async function checkIdentity(group: Group, { client, answers, user }: Explored): Promise<void> {
  for (const key of recordReads) {
    const list = key.slice(0, key.lastIndexOf('/'));
    await check(key, 'The record has the requested id', isReadKey(list) && answers[list], ([record], id) =>
      !record || record.id === id
        ? undefined
        : {
            field: 'id',
            detail: `Asked for ${id}, got ${JSON.stringify(record.id)}; look the record up by the id in the path`,
            shown: 'Another record, which saving would overwrite',
          },
    );
  }
  for (const key of ['GET /companies/{id}/employees', 'GET /companies/{id}/access-controllers'] as const)
    await check(key, 'The records are of the requested company', answers['GET /companies'], (rows, id) => {
      const at = rows.findIndex(({ company_id }) => typeof company_id === 'number' && company_id !== id);
      if (at === -1) return undefined;
      return {
        field: `${at}.company_id`,
        detail: `Asked for company ${id}, got record ${String(rows[at]?.id)} of company ${String(rows[at]?.company_id)}`,
        shown: 'Records of other companies in the selects of the chosen one',
      };
    });

  const current = answers['GET /auth/user'];
  if (current) {
    group.expect('GET /auth/user', 'It returns the user who signed in', current.id === user.id, {
      field: 'id',
      detail: `Signed in as ${user.id}, got ${current.id}`,
      shown: 'Another user signed in, after a reload',
    });
  }

  async function check(
    key: ReadKey,
    claim: string,
    list: unknown,
    faultIn: (rows: readonly Record<string, unknown>[], id: number) => Fault | undefined,
  ): Promise<void> {
    const ids = key in answers ? firstAndLast(list) : [];
    let fault: Fault | undefined;
    for (const id of ids) {
      const result = await client.call<ReadKey>(key, { id, keyOrId: id });
      // A failed call is reported with the shapes.
      if (result.ok) fault ??= faultIn(rowsOf(result.data), id);
    }
    if (ids.length > 0) group.check(key, claim, fault);
  }
}

function firstAndLast(list: unknown): number[] {
  const ids = rowsOf(list).map(({ id }) => id);
  return [...new Set([ids.at(0), ids.at(-1)])].filter((id) => typeof id === 'number');
}
