// Writes that must be refused: by the limited account in a company that is not its own, by a user without roles, and by a
// user who may only view. They touch the kit's own records only.

import type { Rights } from '../../../src/shared/contract/call.ts';
import type { CallKey } from '../../../src/shared/contract/calls.ts';
import { access } from '../../../src/shared/contract/access.ts';
import { hrSyncConfig } from '../../../src/shared/contract/hr.ts';
import type { KitClient, Result } from '../client.ts';
import type { Fault, Group } from '../findings.ts';
import type { Identified } from '../pages.ts';
import { faultOf } from '../uses.ts';
import { permissionsOf } from './administrator.ts';
import type { Kind } from './kinds.ts';
import type { Limited } from './limited.ts';

export interface Intruder {
  /** 'The limited account', in the reports. */
  who: string;
  client: KitClient;
  /** Whether a server must refuse the call, for a company that is not the account's or for none. */
  mustNot(key: CallKey, isOfCompany: boolean): boolean;
}

const calls: Readonly<Record<CallKey, Rights>> = access;

/** By names, `known` are the server's permissions: what the account lacks tells nothing where names differ. */
export function limitedIntruder({ who, client, user, foreign }: Limited, known: ReadonlySet<string>): Intruder {
  const held = permissionsOf(user);
  const mustNot = (key: CallKey, isOfCompany: boolean) => {
    const { needs } = calls[key];
    return (isOfCompany && foreign.length > 0) || (needs !== undefined && known.has(needs) && !held.has(needs));
  };
  return { who, client, mustNot };
}

export const withoutRole = (client: KitClient): Intruder => ({
  who: 'A user without roles',
  client,
  mustNot: () => true,
});

const verbs = { change: 'change', remove: 'delete' } as const;

export async function tryStep<R extends Identified>(
  group: Group,
  { who, mustNot }: Intruder,
  theirs: Kind<R>,
  what: 'change' | 'remove',
  id: number,
): Promise<void> {
  const [key, act] = theirs[what];
  if (!mustNot(key, theirs.isOfCompany)) return;
  checkRefused(group, key, `${who} cannot ${verbs[what]} it`, await act(id));
}

/** Whether a record was created. */
export async function tryCreate<R extends Identified>(
  group: Group,
  { who, mustNot }: Intruder,
  theirs: Kind<R>,
): Promise<boolean> {
  const [key, create] = theirs.create;
  // A new company does not belong to another account: only the permission counts.
  if (!mustNot(key, theirs.isOfCompany && key !== 'POST /companies')) return false;
  const result = await create();
  checkRefused(group, key, `${who} cannot add one`, result);
  return result.ok;
}

/** Long ago, so that nothing is sent even where a server does not refuse. */
const longAgo = '2000-01-01';

const defaultConfig = hrSyncConfig({});

export async function tryHrSync(group: Group, { who, client, mustNot }: Intruder, id: number): Promise<void> {
  const body = { date: longAgo };
  const attempt = async (key: CallKey, claim: string, asked: Promise<Result<unknown>>) =>
    checkRefused(group, key, `${who} cannot ${claim}`, await asked);
  const put = 'PUT /companies/{id}/hr-sync/config';
  if (mustNot(put, true)) await attempt(put, 'change the configuration', client.call(put, { id, body: defaultConfig }));
  const reset = 'POST /companies/{id}/hr-sync/config/reset';
  if (mustNot(reset, true)) await attempt(reset, 'reset the configuration', client.call(reset, { id }));
  const one = 'POST /hr-sync/companies/{id}';
  if (mustNot(one, true)) await attempt(one, 'send the records of the company', client.call(one, { id, body }));
  const all = 'POST /hr-sync/all';
  if (mustNot(all, false)) await attempt(all, 'send the records of every company', client.call(all, { body }));
}

export function checkRefused(group: Group, key: CallKey, claim: string, result: Result<unknown>): void {
  group.check(key, claim, intrusionFault(key, result));
}

function intrusionFault(key: CallKey, result: Result<unknown>): Fault | undefined {
  const shown = 'Nothing, but the account can do it with a request of its own';
  if (result.ok) return { detail: 'The call succeeded; answer 403, or 404 for what the account may not see', shown };
  const { kind, status } = result.error;
  // A body that may not name the company can be invalid, and a conflict is a refusal as well.
  if (kind === 'forbidden' || kind === 'notFound' || kind === 'invalid' || (kind === 'refused' && status < 500)) {
    return undefined;
  }
  const { detail, shown: words } = faultOf(key, result);
  return { detail: `${detail}; answer 403`, ...(words && { shown: words }) };
}
