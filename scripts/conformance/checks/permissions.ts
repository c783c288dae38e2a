// The permissions walk: what does nobody see, what does somebody see who may less?

import type { EndpointKey, ReadKey } from '../../../src/contract/endpoints.ts';
import { texts } from '../../../src/api/errors.ts';
import type { Heard, Visitor } from '../ask.ts';
import type { Fault, Group } from '../findings.ts';
import type { Explored, SignIn } from '../kit.ts';
import { idsOf, readWhole } from '../pages.ts';
import { kindOf, type Places, readKeys, reads, rowsOf } from '../reads.ts';
import { faultOf } from '../uses.ts';
import { succeeds } from '../verdicts.ts';

/** Names and choices only: no harm where somebody without permissions reads them. */
const harmless: readonly ReadKey[] = [
  'GET /auth/user',
  'GET /settings/public',
  'GET /settings/url-types',
  'GET /settings/{key}',
  'GET /permissions',
  'GET /permissions/by-module',
  'GET /users/permissions',
];

export async function checkPermissions(kit: Explored): Promise<void> {
  const group = kit.findings.group('Permissions');
  await walkUnknown(kit, group, 'Without a token', kit.nobody);
  await walkUnknown(kit, group, 'With an invented token', kit.as('conformance-invented-token'));
  if (kit.options.limited) await walkLimited(kit, group, kit.options.limited);
  else
    group.skip('GET *', 'Who may less sees less', 'No second account was given (--limited-email, --limited-password)');
}

/** The calls that the account itself was answered. */
async function* answered(kit: Explored, who: Visitor): AsyncGenerator<{ key: ReadKey; heard: Heard<unknown> }> {
  for (const key of readKeys) {
    if (kit.answers[key] === undefined) continue;
    const heard = await askAs(who, key, kit.places);
    if (heard) yield { key, heard };
  }
}

async function askAs<K extends ReadKey>(who: Visitor, key: K, places: Places): Promise<Heard<unknown> | undefined> {
  const args = reads[key](places);
  return args && who.ask(key, args);
}

async function walkUnknown(kit: Explored, group: Group, how: string, who: Visitor): Promise<void> {
  for await (const { key, heard } of answered(kit, who)) {
    if (key === 'GET /settings/public') continue;
    group.check(key, `${how} it is 401`, unknownFault(key, heard));
  }
}

function unknownFault(key: EndpointKey, heard: Heard<unknown>): Fault | undefined {
  if (heard.ok) return { detail: 'It was answered', shown: 'The data, to whoever knows the address' };
  if (heard.error.kind === 'unauthenticated' && heard.error.message !== texts.html) return undefined;
  const { detail, shown } = faultOf(key, heard);
  return { detail, shown: `${shown ?? ''}, and no dialog to sign in again`.replace(/^, /, '') };
}

async function walkLimited(kit: Explored, group: Group, account: SignIn): Promise<void> {
  const heard = await kit.nobody.ask('POST /auth/login', { body: account });
  if (!succeeds(group, 'POST /auth/login', 'The limited account signs in', heard) || !heard.ok) return;
  const limited = kit.as(heard.data.token);
  await walkLess(kit, group, limited, 'The limited account');
  await limited.ask('POST /auth/logout', {});
}

/** Lists hold no more than the account's own, and what is in no list cannot be had by its id. */
async function walkLess(kit: Explored, group: Group, limited: Visitor, who: string): Promise<void> {
  const mine = await readWhole((query) => limited.ask('GET /companies', { query }), kit.options.pages);
  const seen = new Set('error' in mine ? [] : idsOf(mine.rows));
  const known = kit.answers['GET /companies/all'] ?? kit.answers['GET /companies']?.data ?? [];
  const foreign = idsOf(known).find((id) => !seen.has(id));
  if (foreign === undefined) {
    group.skip('GET /companies/{id}', `${who} cannot open what is not theirs`, 'It sees every company');
  } else {
    const foreignPlaces = { ids: { companies: foreign }, settingKey: undefined };
    for (const key of readKeys.filter((each) => /^GET (?:\/hr-sync)?\/companies\/\{id\}/.test(each))) {
      const heard = kit.answers[key] && (await askAs(limited, key, foreignPlaces));
      if (heard) group.check(key, `${who} cannot open what is not theirs`, foreignFault(heard, foreign));
    }
  }
  for (const key of readKeys.filter((each) => each === `GET /${kindOf(each)}`)) {
    const whole = totalOf(kit.answers[key]);
    const heard = kit.answers[key] && (await askAs(limited, key, kit.places));
    if (!heard?.ok || whole === undefined) continue;
    const less = totalOf(heard.data);
    group.expect(key, `${who} counts no more than is there`, less === undefined || less <= whole, {
      field: 'total',
      detail: `${less} of ${whole}`,
      shown: 'A count of what the person must not know about',
    });
  }
}

function foreignFault(heard: Heard<unknown>, id: number): Fault | undefined {
  if (!heard.ok) return undefined;
  const isEmpty = Array.isArray(heard.data) && heard.data.length === 0;
  return isEmpty
    ? undefined
    : {
        detail: `Company ${id} is in no list of theirs, and was answered all the same`,
        shown: 'The data of another company, to whoever changes a number in the address',
      };
}

function totalOf(data: unknown): number | undefined {
  if (Array.isArray(data)) return data.length;
  return typeof data === 'object' && data !== null && 'total' in data && typeof data.total === 'number'
    ? data.total
    : undefined;
}

/** Somebody without any role: what they are answered holds no record of anybody. */
export async function walkWithoutRole(kit: Explored, who: Visitor): Promise<void> {
  const group = kit.findings.group('Permissions');
  for await (const { key, heard } of answered(kit, who)) {
    if (harmless.includes(key)) continue;
    const rows = heard.ok ? rowsOf(heard.data).filter((row) => 'id' in row) : [];
    const isOwn = key.startsWith('GET /users') && rows.length === 1;
    group.expect(key, 'Who has no role gets no record', rows.length === 0 || isOwn, {
      detail: `It was answered, with ${rows.length} records`,
      shown: 'The data, to everybody who can sign in',
    });
  }
}
