// The administrator, who uses one of the servers. Counts the changes that the audit must contain.

import { waitFor } from './waitFor.ts';

const credentials = { email: 'ada@rollcall.example', password: 'correct horse' };

/** Needed for the first start on an empty database. */
export const firstAdministrator = { ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password };

export class Administrator {
  token = '';
  /** Number of acknowledged changes, including sign-ins. */
  changes = 0;
  readonly #server: string;

  static async signIn(server: string): Promise<Administrator> {
    const administrator = new Administrator(server);
    // A server listens before it has created its first administrator.
    await waitFor('the administrator to sign in', 30, async () => {
      await administrator.signInAgain();
      return true;
    });
    return administrator;
  }

  private constructor(server: string) {
    this.#server = server;
  }

  async signInAgain(): Promise<void> {
    const { token } = await this.call<{ token: string }>('POST', '/auth/login', credentials);
    this.token = token;
  }

  async call<Data>(method: string, path: string, body?: object): Promise<Data> {
    const headers = { authorization: `Bearer ${this.token}` };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${this.#server}/web/api/v1${path}`, init);
    const { data, message }: { data: Data; message: string } = JSON.parse(await answer.text());
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${message}`);
    if (method !== 'GET') this.changes++;
    return data;
  }
}
