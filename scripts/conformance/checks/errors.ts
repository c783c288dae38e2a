// Refusals have a status, JSON and a message. The calls request what does not exist, so that nothing is changed.

import { failureMessages } from '../../../src/platform/api/client.ts';
import type { ReadKey } from '../../../src/shared/contract/calls.ts';
import type { Explored, Group } from '../kit.ts';
import { recordReads } from '../reads.ts';
import { refuses } from '../verdicts.ts';
import { unknownId } from './kinds.ts';
import { checkWrongSignIn } from './signIn.ts';

export async function checkErrors(kit: Explored): Promise<void> {
  const group = kit.group('Errors');
  await checkUnknown(kit, group);
  await checkWrongSignIn(kit, group);
  await checkUnknownPath(kit, group);
}

const ofCompany = [
  'GET /companies/{id}/employees',
  'GET /companies/{id}/access-controllers',
  'GET /companies/{id}/urls',
  'GET /companies/{id}/hr-sync/config',
] as const;

async function checkUnknown({ client, answers }: Explored, group: Group): Promise<void> {
  for (const key of [...recordReads, ...ofCompany]) {
    // A server without the call answers 404 for every id.
    if (!answers[key]) continue;
    const result = await client.call<ReadKey>(key, { id: unknownId, keyOrId: 'conformance_no_such_setting' });
    refuses(group, key, 'An unknown id is 404', result, ['notFound']);
  }
}

/** A wrong API base is the most common mistake. A JSON 404 reveals it, while a page of the site hides it. */
async function checkUnknownPath({ options, token }: Explored, group: Group): Promise<void> {
  const call = 'GET /conformance-no-such-call';
  const response = await fetch(`${options.api}/conformance-no-such-call`, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000), // the same as in the console
  }).catch(() => undefined);
  const type = response?.headers.get('content-type') ?? 'no content type';
  await response?.body?.cancel();
  const claim = 'An unknown path is 404, as JSON';
  const isHtml = type.includes('html');
  const fault = {
    detail: response ? `Answered ${response.status}, ${type}` : 'No answer',
    ...(isHtml && { shown: failureMessages.html }),
  };
  // Only noted, as the console treats any 404 as a missing call, whatever its text.
  if (response?.status === 404 && isHtml) group.note(call, claim, fault);
  else group.check(call, claim, response?.status === 404 && type.includes('json') ? undefined : fault);
}
