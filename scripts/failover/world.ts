// What the writers write about: a company with two doors, and one with an HR system.

import { administrator } from './apps.ts';
import { waitFor } from './waitFor.ts';

export interface Door {
  readonly path: string;
  readonly secret: string;
}

export interface World {
  readonly token: string;
  readonly doors: readonly Door[];
  /** Of the company with the HR system. */
  readonly hrDoor: Door;
  readonly hrCompany: number;
}

export const employees = Array.from({ length: 20 }, (_, index) => String(100 + index).padStart(5, '0'));

export async function createWorld(server: string, hrUrl: string): Promise<World> {
  const call = async <Data>(method: string, path: string, token: string, body?: object): Promise<Data> => {
    const headers = { authorization: `Bearer ${token}` };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${server}/web/api/v1${path}`, init);
    const { data, message }: { data: Data; message: string } = JSON.parse(await answer.text());
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${message}`);
    return data;
  };
  // A server listens before it has created its first administrator.
  const { token } = await waitFor('the administrator to sign in', 30, () =>
    call<{ token: string }>('POST', '/auth/login', '', administrator),
  );
  const company = async (name: string) => (await call<{ id: number }>('POST', '/companies', token, { name })).id;
  const door = async (company_id: number, name: string): Promise<Door> => {
    const secret = `the secret of ${name}`;
    const made = await call<{ unique_identifier: string }>('POST', '/access-controllers', token, {
      company_id,
      name,
      webhook_secret: secret,
    });
    return { path: `/webhooks/access-controllers/${made.unique_identifier}`, secret };
  };
  const first = await company('Fern & Sons');
  const hrCompany = await company('Hazel Court Clinic');
  for (const company_id of [first, hrCompany]) {
    for (const employee_id of employees)
      await call('POST', '/employees', token, { company_id, employee_id, name: `Person ${employee_id}` });
  }
  await call('POST', `/companies/${hrCompany}/urls`, token, { url_type: 'hr_system', url: hrUrl });
  const { hr_sync_config } = await call<{ hr_sync_config: object }>(
    'GET',
    `/companies/${hrCompany}/hr-sync/config`,
    token,
  );
  const config = { ...hr_sync_config, multiple_clock_out_mode: 'all_records' };
  await call('PUT', `/companies/${hrCompany}/hr-sync/config`, token, config);
  return {
    token,
    doors: [await door(first, 'North door'), await door(first, 'South door')],
    hrDoor: await door(hrCompany, 'Ward'),
    hrCompany,
  };
}
