// The writers' world: one company with two doors, one with an HR system, and the administrator who made both.

export interface Door {
  readonly path: string;
  readonly secret: string;
  /** Unique identifier. */
  readonly company: string;
}

export interface World {
  readonly administrator: Administrator;
  readonly doors: readonly Door[];
  readonly hrDoor: Door;
  readonly hrCompany: number;
  /** Time on the doors' clocks. */
  readonly now: () => Date;
}

interface Company {
  readonly id: number;
  readonly unique_identifier: string;
}

export const employees = Array.from({ length: 20 }, (_, index) => String(100 + index).padStart(5, '0'));

export async function createWorld(administrator: Administrator, hrUrl: string, now: World['now']): Promise<World> {
  const company = (name: string) => administrator.call<Company>('POST', '/companies', { name });
  const door = async ({ id, unique_identifier }: Company, name: string): Promise<Door> => {
    const secret = `the secret of ${name}`;
    const made = await administrator.call<{ unique_identifier: string }>('POST', '/access-controllers', {
      company_id: id,
      name,
      webhook_secret: secret,
    });
    return { path: `/webhooks/access-controllers/${made.unique_identifier}`, secret, company: unique_identifier };
  };
  const first = await company('Fern & Sons');
  const clinic = await company('Hazel Court Clinic');
  for (const { id: company_id } of [first, clinic]) {
    for (const employee_id of employees)
      await administrator.call('POST', '/employees', { company_id, employee_id, name: `Person ${employee_id}` });
  }
  await administrator.call('POST', `/companies/${clinic.id}/urls`, { url_type: 'hr_system', url: hrUrl });
  const configPath = `/companies/${clinic.id}/hr-sync/config`;
  const { hr_sync_config } = await administrator.call<{ hr_sync_config: object }>('GET', configPath);
  await administrator.call('PUT', configPath, { ...hr_sync_config, multiple_clock_out_mode: 'all_records' });
  return {
    administrator,
    doors: [await door(first, 'North door'), await door(first, 'South door')],
    hrDoor: await door(clinic, 'Ward'),
    hrCompany: clinic.id,
    now,
  };
}

const credentials = { email: 'ada@rollcall.example', password: 'correct horse' };

/** Needed for the first start on an empty database. */
export const firstAdministrator = { ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password };

/** Administrator who uses one of the servers, and counts the changes that the audit must contain. */
export class Administrator {
  token = '';
  /** Number of acknowledged changes, including sign-ins. */
  changes = 0;
  readonly #server: string;

  static async signIn(server: string): Promise<Administrator> {
    const administrator = new Administrator(server);
    await administrator.signInAgain();
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
