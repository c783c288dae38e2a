// Checks what can be read without a token, and by users without roles.

import type { CallKey, ReadKey } from '../../../src/shared/contract/calls.ts';
import { plural } from '../../../src/shared/words/plural.ts';
import { failureMessages } from '../../../src/platform/api/errors.ts';
import type { Result, KitClient } from '../client.ts';
import type { Fault, Group } from '../findings.ts';
import type { Explored } from '../kit.ts';
import { type Examples, readKeys, reads, rowsOf } from '../reads.ts';
import { faultOf } from '../uses.ts';

/** Only names, options and what is the caller's own: no harm if an account without permissions reads them. */
const harmless: readonly ReadKey[] = [
  'GET /auth/user',
  'GET /settings/public',
  'GET /settings/url-types',
  'GET /settings/{keyOrId}',
  'GET /permissions',
  'GET /permissions/by-module',
  'GET /users/permissions',
  'GET /sessions',
  'GET /api-tokens',
];

export async function checkTokens(kit: Explored): Promise<void> {
  const group = kit.findings.group('Permissions');
  await checkUnauthenticated(kit, group, 'Without a token', kit.anonymous);
  await checkUnauthenticated(kit, group, 'With an invented token', kit.withToken('conformance-invented-token'));
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

function unauthenticatedFault(key: CallKey, result: Result<unknown>): Fault | undefined {
  if (result.ok)
    return { detail: 'It returned data; require a valid token', shown: 'The data, even without signing in' };
  if (result.error.kind === 'unauthenticated' && result.error.message !== failureMessages.html) return undefined;
  const { detail, shown } = faultOf(key, result);
  return { detail, shown: `${shown ?? ''}, and no dialog to sign in again`.replace(/^, /, '') };
}

/** The specification does not say what the server must refuse to users without roles. Other companies are checked apart. */
export async function checkWithoutRole(kit: Explored, group: Group, who: KitClient): Promise<void> {
  for await (const { key, result } of repeatReads(kit, who)) {
    if (harmless.includes(key)) continue;
    const claim = 'A user without roles gets no records';
    const rows = result.ok ? rowsOf(result.data).filter((row) => 'id' in row) : [];
    const isOwn = key.startsWith('GET /users') && rows.length === 1;
    if (rows.length === 0 || isOwn) group.check(key, claim);
    else
      group.note(key, claim, {
        detail: `It returned ${plural(rows.length, 'record')} to a user without roles; answer 403 if a permission is needed`,
        shown: 'The data, to everyone who can sign in',
      });
  }
}
