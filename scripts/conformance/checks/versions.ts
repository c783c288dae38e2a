// Where the server announces versions: an edit of the latest one is accepted, and one of an earlier one is refused with
// what there is now.

import { DecodeError } from '../../../src/shared/contract/decode.ts';
import { outdatedEdit } from '../../../src/shared/contract/calls.ts';
import type { SignedIn } from '../kit.ts';
import { refuses, succeeds } from '../verdicts.ts';
import { renamed } from './kinds.ts';
import type { Writing } from './records.ts';

const key = 'PUT /companies/{id}';

export async function checkVersions({ user }: SignedIn, { client, group, mark }: Writing, id: number): Promise<void> {
  if (!user.features.includes('versions')) return;
  const read = await client.call('GET /companies/{id}', { id });
  if (!read.ok) return;
  const { crm_company_id, contact_email, contact_phone, system_url, address, version } = read.data;
  group.expect(key, 'The record has a version', Boolean(version), {
    field: 'version',
    detail: 'GET /companies/{id} answers no version',
    shown: 'Of two who edit it at once, the second undoes what the first saved',
  });
  if (!version) return;
  const body = { name: renamed(mark), crm_company_id, contact_email, contact_phone, system_url, version };
  const first = await client.call(key, { id, body: { ...body, address: `${address} 1` } });
  succeeds(group, key, 'An edit of the latest version is accepted', first);
  const second = await client.call(key, { id, body: { ...body, address: `${address} 2` } });
  const claim = 'An edit of an earlier version is refused with 412';
  if (!refuses(group, key, claim, second, ['outdated']) || second.ok) return;
  const now = recordIn(second.error.data);
  group.expect(key, 'The refusal has the record as it is now', now?.address === `${address} 1`, {
    field: 'data.record',
    detail: 'data.record is not what GET /companies/{id} answers',
    shown: 'Nothing to compare with what was typed',
  });
}

function recordIn(data: unknown) {
  try {
    return outdatedEdit(key)(data).record;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}
