// Refusals: the right status, in JSON, in words. What is asked for does not exist, so nothing is changed.

import { texts } from '../../../src/api/errors.ts';
import type { Args, ReadKey } from '../../../src/contract/endpoints.ts';
import type { Heard } from '../ask.ts';
import type { Group } from '../findings.ts';
import type { Explored } from '../kit.ts';
import { refuses, sayFields } from '../verdicts.ts';

const nowhere = 987_654_321;
const nobody = { email: 'nobody@conformance.invalid', password: 'not a password of anybody' };

export async function checkErrors(kit: Explored): Promise<void> {
  const group = kit.findings.group('Errors');
  await checkUnknown(kit, group);
  await checkSignIn(kit, group);
  await checkNoSuchCall(kit, group);
}

async function checkUnknown({ me, answers }: Explored, group: Group): Promise<void> {
  const ask = async <K extends ReadKey>(key: K, args: Args<K>) => {
    // Only where the call is there: a call that is missing is 404 for every id.
    if (answers[key]) refuses(group, key, 'What does not exist is 404', await me.ask(key, args), ['notFound']);
  };
  const id = nowhere;
  await ask('GET /companies/{id}', { id });
  await ask('GET /companies/{id}/employees', { id });
  await ask('GET /companies/{id}/access-controllers', { id });
  await ask('GET /companies/{id}/urls', { id });
  await ask('GET /companies/{id}/hr-sync/config', { id });
  await ask('GET /access-controllers/{id}', { id });
  await ask('GET /attendance/{id}', { id });
  await ask('GET /employees/{id}', { id });
  await ask('GET /settings/{key}', { key: 'conformance_no_such_setting' });
  await ask('GET /roles/{id}', { id });
  await ask('GET /users/{id}', { id });
}

async function checkSignIn({ nobody: stranger }: Explored, group: Group): Promise<void> {
  const key = 'POST /auth/login';
  const unknown = 'An unknown e-mail is refused';
  const wrong = await stranger.ask(key, { body: nobody });
  if (isTooMany(wrong)) group.skip(key, unknown, 'Too many sign-ins failed from here before: ask again later');
  else refuses(group, key, unknown, wrong, ['unauthenticated', 'invalid', 'forbidden']);
  const empty = await stranger.ask(key, { body: { email: '', password: '' } });
  const claim = 'An empty sign-in is refused';
  if (!refuses(group, key, claim, empty, ['invalid', 'unauthenticated', 'refused'])) return;
  if (!empty.ok && empty.error.kind === 'invalid') sayFields(group, key, empty.error, 'email');
}

/** Whoever runs the kit often is a guesser to a server that counts. */
const isTooMany = (heard: Heard<unknown>) => !heard.ok && heard.error.status === 429;

/** A wrong API base is the commonest mistake of all: JSON tells it, the site's own page hides it. */
async function checkNoSuchCall({ options, token }: Explored, group: Group): Promise<void> {
  const call = 'GET /conformance-no-such-call';
  const response = await fetch(`${options.api}/conformance-no-such-call`, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000), // as the console waits
  }).catch(() => undefined);
  const type = response?.headers.get('content-type') ?? 'no content type';
  await response?.body?.cancel();
  const isRight = response?.status === 404 && type.includes('json');
  group.expect(call, 'A call that does not exist is 404, as JSON', isRight, {
    detail: response ? `It was ${response.status}, ${type}` : 'No answer',
    shown: type.includes('html') ? texts.html : undefined,
  });
}
