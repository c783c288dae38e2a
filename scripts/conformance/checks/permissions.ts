// Checks permissions: what can be read without a token, and by an account with fewer permissions?

import type { EndpointKey, ReadKey } from '../../../src/contract/endpoints.ts';
import { failureMessages } from '../../../src/api/errors.ts';
import type { Heard, Visitor } from '../ask.ts';
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
  await checkUnauthenticated(kit, group, 'Without a token', kit.nobody);
  await checkUnauthenticated(kit, group, 'With an invented token', kit.as('conformance-invented-token'));
  if (kit.options.limited) await checkLimited(kit, group, kit.options.limited);
  else
    group.skip(
      'GET *',
      'A limited account sees less',
      'No second account was given (--limited-email, --limited-password)',
    );
}

/** Repeats the calls that succeeded for the main account. */
async function* repeatReads(kit: Explored, who: Visitor): AsyncGenerator<{ key: ReadKey; heard: Heard<unknown> }> {
  for (const key of readKeys) {
    if (kit.answers[key] === undefined) continue;
    const heard = await askAs(who, key, kit.examples);
    if (heard) yield { key, heard };
  }
}

async function askAs<K extends ReadKey>(who: Visitor, key: K, examples: Examples): Promise<Heard<unknown> | undefined> {
  const args = reads[key](examples);
  return args && who.ask(key, args);
}

async function checkUnauthenticated(kit: Explored, group: Group, how: string, who: Visitor): Promise<void> {
  for await (const { key, heard } of repeatReads(kit, who)) {
    if (key === 'GET /settings/public') continue;
    group.check(key, `${how} it answers 401`, unauthenticatedFault(key, heard));
  }
}

function unauthenticatedFault(key: EndpointKey, heard: Heard<unknown>): Fault | undefined {
  if (heard.ok) return { detail: 'It returned data', shown: 'The data, even without signing in' };
  if (heard.error.kind === 'unauthenticated' && heard.error.message !== failureMessages.html) return undefined;
  const { detail, shown } = faultOf(key, heard);
  return { detail, shown: `${shown ?? ''}, and no dialog to sign in again`.replace(/^, /, '') };
}

async function checkLimited(kit: Explored, group: Group, account: SignIn): Promise<void> {
  const heard = await kit.nobody.ask('POST /auth/login', { body: account });
  if (!succeeds(group, 'POST /auth/login', 'The limited account can sign in', heard) || !heard.ok) return;
  const limited = kit.as(heard.data.token);
  await compareWithAdministrator(kit, group, limited);
  await limited.ask('POST /auth/logout', {});
}

/** Companies that are not in its list cannot be opened by id, and no total is larger than the main account's. */
async function compareWithAdministrator(kit: Explored, group: Group, limited: Visitor): Promise<void> {
  const mine = await readWhole((query) => limited.ask('GET /companies', { query }), kit.options.pages);
  const seen = new Set('error' in mine ? [] : idsOf(mine.rows));
  const known = kit.answers['GET /companies/all'] ?? kit.answers['GET /companies']?.data ?? [];
  const claim = 'The limited account cannot open other companies';
  const foreign = idsOf(known).find((id) => !seen.has(id));
  if (foreign === undefined) {
    group.skip('GET /companies/{id}', claim, 'The account can see every company');
  } else {
    const foreignExamples = { ids: { companies: foreign }, settingKey: undefined };
    for (const key of readKeys.filter((each) => /^GET (?:\/hr-sync)?\/companies\/\{id\}/.test(each))) {
      const heard = kit.answers[key] && (await askAs(limited, key, foreignExamples));
      if (heard) group.check(key, claim, foreignFault(heard, foreign));
    }
  }
  for (const key of readKeys.filter((each) => each === `GET /${kindOf(each)}`)) {
    const whole = totalOf(kit.answers[key]);
    const heard = kit.answers[key] && (await askAs(limited, key, kit.examples));
    if (!heard?.ok || whole === undefined) continue;
    const less = totalOf(heard.data);
    group.expect(key, 'The limited account gets no larger total', less === undefined || less <= whole, {
      field: 'total',
      detail: `total is ${less}, the main account gets ${whole}`,
      shown: 'A number that reveals records of other companies',
    });
  }
}

function foreignFault(heard: Heard<unknown>, id: number): Fault | undefined {
  if (!heard.ok) return undefined;
  const isEmpty = Array.isArray(heard.data) && heard.data.length === 0;
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
export async function checkWithoutRole(kit: Explored, who: Visitor): Promise<void> {
  const group = kit.findings.group('Permissions');
  for await (const { key, heard } of repeatReads(kit, who)) {
    if (harmless.includes(key)) continue;
    const rows = heard.ok ? rowsOf(heard.data).filter((row) => 'id' in row) : [];
    const isOwn = key.startsWith('GET /users') && rows.length === 1;
    group.expect(key, 'A user without roles gets no records', rows.length === 0 || isOwn, {
      detail: `It returned ${rows.length} records`,
      shown: 'The data, whatever their roles',
    });
  }
}
