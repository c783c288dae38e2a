// Checks permissions: what can be read without a token, and by an account with fewer permissions?

import type { EndpointKey, ReadKey } from '../../../src/contract/endpoints.ts';
import { failureMessages } from '../../../src/api/errors.ts';
import type { Result, KitClient } from '../client.ts';
import type { Fault, Group } from '../findings.ts';
import type { Explored, SignIn } from '../kit.ts';
import { idsOf, readWhole } from '../pages.ts';
import { kindOf, type Examples, readKeys, reads, rowsOf } from '../reads.ts';
import { faultOf } from '../uses.ts';
import { succeeds } from '../verdicts.ts';

/** Only names and options: no harm if an account without permissions reads them. */
const harmless: readonly ReadKey[] = [
  'GET /auth/user',
  'GET /settings/public',
  'GET /settings/url-types',
  'GET /settings/{keyOrId}',
  'GET /permissions',
  'GET /permissions/by-module',
  'GET /users/permissions',
];

export async function checkPermissions(kit: Explored): Promise<void> {
  const group = kit.findings.group('Permissions');
  await checkUnauthenticated(kit, group, 'Without a token', kit.anonymous);
  await checkUnauthenticated(kit, group, 'With an invented token', kit.withToken('conformance-invented-token'));
  if (kit.options.limited) await checkLimited(kit, group, kit.options.limited);
  else
    group.skip(
      'GET *',
      'A limited account sees less',
      'No second account was given (--limited-email, --limited-password)',
    );
}

/** Repeats the calls that succeeded for the main account. */
async function* repeatReads(kit: Explored, who: KitClient): AsyncGenerator<{ key: ReadKey; result: Result<unknown> }> {
  for (const key of readKeys) {
    if (kit.answers[key] === undefined) continue;
    const result = await askAs(who, key, kit.examples);
    if (result) yield { key, result };
  }
}

async function askAs<K extends ReadKey>(
  who: KitClient,
  key: K,
  examples: Examples,
): Promise<Result<unknown> | undefined> {
  const args = reads[key](examples);
  return args && who.call(key, args);
}

async function checkUnauthenticated(kit: Explored, group: Group, how: string, who: KitClient): Promise<void> {
  for await (const { key, result } of repeatReads(kit, who)) {
    if (key === 'GET /settings/public') continue;
    group.check(key, `${how} it answers 401`, unauthenticatedFault(key, result));
  }
}

function unauthenticatedFault(key: EndpointKey, result: Result<unknown>): Fault | undefined {
  if (result.ok) return { detail: 'It returned data', shown: 'The data, even without signing in' };
  if (result.error.kind === 'unauthenticated' && result.error.message !== failureMessages.html) return undefined;
  const { detail, shown } = faultOf(key, result);
  return { detail, shown: `${shown ?? ''}, and no dialog to sign in again`.replace(/^, /, '') };
}

async function checkLimited(kit: Explored, group: Group, account: SignIn): Promise<void> {
  const result = await kit.anonymous.call('POST /auth/login', { body: account });
  if (!succeeds(group, 'POST /auth/login', 'The limited account can sign in', result) || !result.ok) return;
  const limited = kit.withToken(result.data.token);
  await compareWithAdministrator(kit, group, limited);
  await limited.call('POST /auth/logout', {});
}

/** Companies that are not in its list cannot be opened by id, and no total is larger than the main account's. */
async function compareWithAdministrator(kit: Explored, group: Group, limited: KitClient): Promise<void> {
  const mine = await readWhole((query) => limited.call('GET /companies', { query }), kit.options.pages);
  const seen = new Set('error' in mine ? [] : idsOf(mine.rows));
  const known = kit.answers['GET /companies/all'] ?? kit.answers['GET /companies']?.data ?? [];
  const claim = 'The limited account cannot open other companies';
  const foreign = idsOf(known).find((id) => !seen.has(id));
  if (foreign === undefined) {
    group.skip('GET /companies/{id}', claim, 'The account can see every company');
  } else {
    const foreignExamples = { ids: { companies: foreign }, settingKey: undefined };
    for (const key of readKeys.filter((each) => /^GET (?:\/hr-sync)?\/companies\/\{id\}/.test(each))) {
      const result = kit.answers[key] && (await askAs(limited, key, foreignExamples));
      if (result) group.check(key, claim, foreignFault(result, foreign));
    }
  }
  for (const key of readKeys.filter((each) => each === `GET /${kindOf(each)}`)) {
    const whole = totalOf(kit.answers[key]);
    const result = kit.answers[key] && (await askAs(limited, key, kit.examples));
    if (!result?.ok || whole === undefined) continue;
    const less = totalOf(result.data);
    group.expect(key, 'The limited account gets no larger total', less === undefined || less <= whole, {
      field: 'total',
      detail: `total is ${less}, the main account gets ${whole}`,
      shown: 'A number that reveals records of other companies',
    });
  }
}

function foreignFault(result: Result<unknown>, id: number): Fault | undefined {
  if (!result.ok) return undefined;
  const isEmpty = Array.isArray(result.data) && result.data.length === 0;
  if (isEmpty) return undefined;
  return {
    detail: `Company ${id} is not in the account's list, but was returned; answer 404`,
    shown: 'The data of another company, by changing an id in the URL',
  };
}

function totalOf(data: unknown): number | undefined {
  if (Array.isArray(data)) return data.length;
  return typeof data === 'object' && data !== null && 'total' in data && typeof data.total === 'number'
    ? data.total
    : undefined;
}

/** A user without roles must get no records. */
export async function checkWithoutRole(kit: Explored, who: KitClient): Promise<void> {
  const group = kit.findings.group('Permissions');
  for await (const { key, result } of repeatReads(kit, who)) {
    if (harmless.includes(key)) continue;
    const rows = result.ok ? rowsOf(result.data).filter((row) => 'id' in row) : [];
    const isOwn = key.startsWith('GET /users') && rows.length === 1;
    group.expect(key, 'A user without roles gets no records', rows.length === 0 || isOwn, {
      detail: `It returned ${rows.length} records`,
      shown: 'The data, whatever their roles',
    });
  }
}
