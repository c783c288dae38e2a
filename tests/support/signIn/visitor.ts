// A person's browser, simulated with fetch: follows redirects, keeps cookies, and fills in the provider's forms.

import { createHash, randomBytes } from 'node:crypto';
import type { TestServer } from '../server/server.ts';

export const publicUrl = 'https://console.example';
export const callbackUrl = `${publicUrl}/web/api/v1/auth/oidc/callback`;

/** Where Rollcall finally sent the browser. */
export interface Arrival {
  next: string | null;
  ticket: string | null;
  failure: string | null;
}

export class Visitor {
  readonly #server: TestServer;
  readonly #cookies = new Map<string, Map<string, string>>();
  /** The secret that the page keeps for using its ticket. */
  readonly verifier = randomBytes(32).toString('base64url');
  readonly challenge = createHash('sha256').update(this.verifier).digest('hex');

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** The provider's address that Rollcall sends the browser to. */
  async start(next = ''): Promise<string> {
    const query = new URLSearchParams({ ...(next && { next }), challenge: this.challenge });
    return this.locationOf(await this.get(`${this.#server.api}/auth/oidc/start?${query}`));
  }

  /** Goes through the provider's pages, and returns the address it sends the browser back to. */
  async signInAt(provider: string, login: string): Promise<string> {
    let [url, init]: [string, RequestInit] = [provider, {}];
    for (let step = 0; step < 15; step++) {
      if (url.startsWith(callbackUrl)) return url;
      const response = await this.get(url, init);
      init = {};
      if (response.status >= 300 && response.status < 400) {
        url = new URL(response.headers.get('location') ?? '', url).href;
        continue;
      }
      const page = await response.text();
      const [, action] = /<form[^>]*action="([^"]+)"/.exec(page) ?? [];
      if (!action) throw new Error(`${response.status} ${page.replace(/<[^>]+>/g, ' ').slice(0, 300)}`);
      init = { method: 'POST', body: fieldsOf(page, login) };
      url = new URL(action, url).href;
    }
    throw new Error('The provider goes in circles');
  }

  /** Comes back to Rollcall with what the provider sent. */
  async comeBack(callback: string): Promise<Arrival> {
    const { search } = new URL(callback);
    return arrivalAt(await this.locationOf(await this.get(`${this.#server.api}/auth/oidc/callback${search}`)));
  }

  async signIn(login: string, next = ''): Promise<Arrival> {
    const provider = await this.start(next);
    if (provider.startsWith(publicUrl)) return arrivalAt(provider);
    return this.comeBack(await this.signInAt(provider, login));
  }

  /** Exchanges the ticket for a session, as the console does. */
  exchange(ticket: string | null, verifier = this.verifier): ReturnType<TestServer['ask']> {
    return this.#server.ask('POST /auth/single-sign-on', { body: { ticket, verifier } });
  }

  async get(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return response;
  }

  async locationOf(response: Response): Promise<string> {
    const location = response.headers.get('location');
    if (response.status !== 303 || !location) throw new Error(`${response.status} ${await response.text()}`);
    return location;
  }
}

function arrivalAt(location: string): Arrival {
  const { href, origin, pathname, searchParams, hash } = new URL(location);
  if (origin + pathname !== `${publicUrl}/login`) throw new Error(`Not the login page: ${href}`);
  const said = new URLSearchParams(hash.slice(1));
  return { next: searchParams.get('next'), ticket: said.get('ticket'), failure: said.get('single-sign-on') };
}

function fieldsOf(page: string, login: string): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [input, name = ''] of page.matchAll(/<input[^>]*name="([^"]+)"[^>]*>/g)) {
    const [, value] = /value="([^"]*)"/.exec(input) ?? [];
    fields.set(name, value ?? (name === 'login' ? login : 'any password'));
  }
  return fields;
}
