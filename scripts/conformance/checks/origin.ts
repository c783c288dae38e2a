// Checks CORS, only with --origin, like a browser for a console on that origin. Without CORS, browsers withhold every
// answer from the console, which then says that the server cannot be reached.

import { failureMessages } from '../../../src/platform/api/client.ts';
import type { Group, SignedIn } from '../kit.ts';

const shown = `Login: "${failureMessages.unreachable}"`;
const methods = ['PUT', 'DELETE'];
const headers = ['Authorization', 'Content-Type'];

export async function checkOrigin(kit: SignedIn, origin: string): Promise<void> {
  const { options, token } = kit;
  const group = kit.group('Origin');
  if (isMixed(origin, options.api)) {
    const detail = `The console is on ${origin}, the API on http; browsers block such calls, so serve the API with TLS`;
    group.check('OPTIONS /companies/{id}', 'A page with TLS may call the API', { detail, shown });
  }
  for (const method of methods) await checkPreflight(method);
  await checkAnswer('GET /auth/user', `Bearer ${token}`, 'An answer allows the origin');
  await checkAnswer('GET /auth/user', undefined, 'A refusal allows the origin');

  async function checkPreflight(method: string): Promise<void> {
    const call = `OPTIONS /companies/{id}`;
    const asked = { 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': headers.join() };
    const response = await ask(`${options.api}/companies/1`, {
      method: 'OPTIONS',
      headers: { Origin: origin, ...asked },
    });
    if (!checkAllowed(group, call, `The request before ${method} is answered, and allows the origin`, response)) return;
    const allowed = listOf(response.headers, 'access-control-allow-methods');
    group.expect(call, `It allows ${method}`, allowed.has(method.toLowerCase()) || allowed.has('*'), {
      field: 'Access-Control-Allow-Methods',
      detail: `It is ${quoted(response.headers, 'access-control-allow-methods')}; name GET, POST, PUT and DELETE`,
      shown: `An error when something is ${method === 'PUT' ? 'changed' : 'deleted'}: "${failureMessages.unreachable}"`,
    });
    if (method === methods[0]) checkHeaders(call, response.headers);
  }

  function checkHeaders(call: string, answered: Headers): void {
    const allowed = listOf(answered, 'access-control-allow-headers');
    for (const header of headers) {
      // An asterisk does not include Authorization.
      const isAllowed = allowed.has(header.toLowerCase()) || (allowed.has('*') && header !== 'Authorization');
      group.expect(call, `It allows the header ${header}`, isAllowed, {
        field: 'Access-Control-Allow-Headers',
        detail: `It is ${quoted(answered, 'access-control-allow-headers')}; name ${headers.join(' and ')}`,
        shown,
      });
    }
  }

  async function checkAnswer(call: string, authorization: string | undefined, claim: string): Promise<void> {
    const sent = { Origin: origin, Accept: 'application/json', ...(authorization && { Authorization: authorization }) };
    checkAllowed(group, call, claim, await ask(`${options.api}/auth/user`, { headers: sent }), false);
  }

  function checkAllowed(
    where: Group,
    call: string,
    claim: string,
    response: Response | undefined,
    mustSucceed = true,
  ): response is Response {
    const name = 'access-control-allow-origin';
    const allowed = response?.headers.get(name);
    const isAllowed = allowed === origin || allowed === '*';
    const isAnswered = response !== undefined && (response.ok || !mustSucceed);
    where.expect(call, claim, isAllowed && isAnswered, {
      ...(isAnswered && { field: 'Access-Control-Allow-Origin' }),
      detail: !response
        ? 'No answer'
        : isAnswered
          ? `It is ${quoted(response.headers, name)}; send ${origin} with every answer, also with errors`
          : `Answered ${response.status}; answer OPTIONS with 204, before any check of a token`,
      shown,
    });
    return isAllowed && isAnswered;
  }
}

/** Browsers only let a page with TLS call an address without it on the same machine. */
function isMixed(origin: string, api: string): boolean {
  const { protocol, hostname } = new URL(api);
  const isLocal = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return new URL(origin).protocol === 'https:' && protocol === 'http:' && !isLocal;
}

async function ask(url: string, init: RequestInit): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(30_000);
  const response = await fetch(url, { ...init, signal }).catch(() => undefined);
  await response?.body?.cancel();
  return response;
}

const listOf = (headers: Headers, name: string) =>
  new Set((headers.get(name) ?? '').split(',').map((each) => each.trim().toLowerCase()));

const quoted = (headers: Headers, name: string) => {
  const value = headers.get(name);
  return value === null ? 'missing' : `"${value}"`;
};
