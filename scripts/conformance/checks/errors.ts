// Checks refusals: status, JSON and message. The calls ask for what does not exist, so nothing is changed.

import { failureMessages } from '../../../src/platform/api/errors.ts';
import type { Args, ReadKey } from '../../../src/shared/contract/calls.ts';
import type { Group } from '../findings.ts';
import type { Explored } from '../kit.ts';
import { isRateLimited, refuses, namesField } from '../verdicts.ts';

const unknownId = 987_654_321;
const unknownAccount = { email: 'nobody@conformance.invalid', password: 'no password at all' };

export async function checkErrors(kit: Explored): Promise<void> {
  const group = kit.findings.group('Errors');
  await checkUnknown(kit, group);
  await checkSignIn(kit, group);
  await checkUnknownPath(kit, group);
}

async function checkUnknown({ client, answers }: Explored, group: Group): Promise<void> {
  const ask = async <K extends ReadKey>(key: K, args: Args<K>) => {
    // A server without the call answers 404 for every id.
    if (answers[key]) refuses(group, key, 'An unknown id is 404', await client.call(key, args), ['notFound']);
  };
  const id = unknownId;
  await ask('GET /companies/{id}', { id });
  await ask('GET /companies/{id}/employees', { id });
  await ask('GET /companies/{id}/access-controllers', { id });
  await ask('GET /companies/{id}/urls', { id });
  await ask('GET /companies/{id}/hr-sync/config', { id });
  await ask('GET /access-controllers/{id}', { id });
  await ask('GET /attendance/{id}', { id });
  await ask('GET /employees/{id}', { id });
  await ask('GET /settings/{keyOrId}', { keyOrId: 'conformance_no_such_setting' });
  await ask('GET /roles/{id}', { id });
  await ask('GET /users/{id}', { id });
}

async function checkSignIn({ anonymous }: Explored, group: Group): Promise<void> {
  const key = 'POST /auth/login';
  const unknown = 'An unknown e-mail is refused';
  const wrong = await anonymous.call(key, { body: unknownAccount });
  if (isRateLimited(wrong)) group.skip(key, unknown, 'Too many failed sign-ins from this address; try again later');
  else refuses(group, key, unknown, wrong, ['unauthenticated', 'invalid', 'forbidden']);
  const empty = await anonymous.call(key, { body: { email: '', password: '' } });
  const claim = 'An empty sign-in is refused';
  if (!refuses(group, key, claim, empty, ['invalid', 'unauthenticated', 'refused'])) return;
  if (!empty.ok && empty.error.kind === 'invalid') namesField(group, key, empty.error, 'email');
}

/** A wrong API base is the most common mistake. A JSON 404 reveals it; a page of the site hides it. */
async function checkUnknownPath({ options, token }: Explored, group: Group): Promise<void> {
  const call = 'GET /conformance-no-such-call';
  const response = await fetch(`${options.api}/conformance-no-such-call`, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000), // as long as the console waits
  }).catch(() => undefined);
  const type = response?.headers.get('content-type') ?? 'no content type';
  await response?.body?.cancel();
  const claim = 'An unknown path is 404, as JSON';
  const isHtml = type.includes('html');
  const fault = {
    detail: response ? `Answered ${response.status}, ${type}` : 'No answer',
    ...(isHtml && { shown: failureMessages.html }),
  };
  // To the console a 404 is a missing call, with any text.
  if (response?.status === 404 && isHtml) group.note(call, claim, fault);
  else group.check(call, claim, response?.status === 404 && type.includes('json') ? undefined : fault);
}
