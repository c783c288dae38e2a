// Reports which calls were not made, and why.

import { access, featureOf } from '../../src/shared/contract/access.ts';
import type { CallKey } from '../../src/shared/contract/calls.ts';
import type { Kit } from './kit.ts';

/** Calls the kit never makes, unless they must be refused, because they would affect more than its own records. */
export const neverMade: Partial<Record<CallKey, string>> = {
  'POST /hr-sync/all': 'It would send the records of every company to HR systems',
  'POST /hr-sync/companies/{id}': 'It would send records to an HR system',
  'POST /hr-sync/companies/{id}/retry': 'It would send records to an HR system',
  'PUT /companies/{id}/hr-connection': 'It would change how an HR system is reached',
  'POST /companies/{id}/hr-connection/test': 'It would call an HR system',
  'POST /companies/{id}/hr-people/read': 'It would call an HR system',
  'PUT /companies/{id}/hr-matches': 'It needs people of an HR system',
  'POST /hr-sync/companies/{id}/cancel': 'It needs a sync that runs',
  'PUT /hr-sync/companies/{id}/attendance-waits': 'It needs a controller that is silent',
  'POST /attendance/retry-hr': 'It would send records to an HR system',
  'PUT /hr-sync/schedule/{slot}': 'Slots are shared by all companies',
  'PUT /hr-sync/schedule/{slot}/toggle': 'Slots are shared by all companies',
  'POST /attendance/sign-export': 'It needs the rows of an exported file',
  'POST /corrections/{id}/decide': 'It needs a second person',
  'DELETE /devices/{id}': 'It needs a device that waits to be approved',
  'POST /access-controllers/{id}/device/approve': 'It needs a device that waits to be approved',
  'POST /access-controllers/{id}/device/commands': 'It needs a device that is connected',
  'POST /access-controllers/{id}/device/reinterpret': 'It needs a device that sent events',
  'POST /access-controllers/{id}/device/file': 'It needs a device that is set up',
  'POST /users/{id}/invitation': 'It would send an e-mail',
  'DELETE /users/{id}/invitation': 'It needs somebody who is invited',
  'PUT /privacy/rules': 'It decides about the data of all companies',
  'POST /auth/passkey/begin': 'It needs a passkey',
  'POST /auth/passkey': 'It needs a passkey',
  'POST /auth/passkeys/begin': 'It needs a passkey',
  'POST /auth/passkeys': 'It needs a passkey',
  'PUT /auth/passkeys/{id}': 'It needs a passkey',
  'POST /auth/passkeys/{id}/remove': 'It needs a passkey',
  'PUT /roles/{id}/second-factor': 'It would ask everybody with the role for a second factor',
  'POST /auth/forgot-password': 'It would send an e-mail',
  'POST /auth/single-sign-on': 'It needs the ticket of a sign-in with a provider',
  'PUT /single-sign-on': 'It would change how people sign in',
  'POST /single-sign-on/test': 'It would call the provider',
  'POST /auth/reset-password': 'It needs the link from an e-mail',
};

const isEndpointKey = (key: string): key is CallKey => key in access;

export function reportCoverage({ findings, called, options }: Kit, features: readonly string[]): void {
  const group = findings.group('Not called');
  for (const key of Object.keys(access).filter(isEndpointKey)) {
    const never = neverMade[key];
    if (called.has(key) && !never) continue;
    const feature = featureOf(key);
    if (feature && !features.includes(feature)) continue; // no part of this server
    const needsWrite = !key.startsWith('GET ') && !options.write;
    const reason = never ?? (needsWrite ? 'It writes; use --write to check it' : 'An earlier check failed');
    group.skip(key, 'The call works', reason);
  }
}
