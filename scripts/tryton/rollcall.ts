// What Tryton needs to know of a company, asked from a running Rollcall with the console's own client.

import { createClient } from '../../src/api/client.ts';
import { askedForFactor } from '../askedForFactor.ts';
import { apiBase } from '../../server/platform/apiPaths.ts';
import type { NewEmployee } from '../../tests/support/tryton/runTryton.ts';
import type { TryOptions } from './options.ts';

export interface CompanyInRollcall {
  readonly employees: readonly NewEmployee[];
  readonly timeZone: string;
}

/** Throws a sentence if there is no such company, or if Rollcall refuses. */
export async function companyInRollcall(options: TryOptions): Promise<CompanyInRollcall> {
  const { rollcall, email, password, company: name } = options;
  let token: string | null = null;
  const ask = createClient({ base: rollcall + apiBase, token: () => token });
  const signedIn = await ask('POST /auth/login', { body: { email, password } });
  if (!('token' in signedIn.data)) throw new Error(askedForFactor);
  token = signedIn.data.token;

  const companies = await ask('GET /companies/all', {});
  const company = companies.data.find((each) => each.name === name);
  if (!company) throw new Error(`There is no company '${name}' at ${rollcall}`);
  const employees = await ask('GET /companies/{id}/employees', { id: company.id });
  const zone = await ask('GET /settings/{keyOrId}', { keyOrId: 'business_timezone' });
  return {
    employees: employees.data.map(({ employee_id, name: person, email: address }) => ({
      code: employee_id,
      name: person,
      ...(address && { email: address }),
    })),
    timeZone: zone.data.value,
  };
}
