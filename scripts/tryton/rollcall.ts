// Reads what Tryton needs to know about a company from a running Rollcall, with the console's own client.

import { createClient } from '../../src/platform/api/client.ts';
import type { SignIn } from '../account.ts';
import { askedForFactor } from '../askedForFactor.ts';
import { apiBase } from '../../server/platform/http/apiPaths.ts';
import type { NewEmployee } from '../../tests/support/hr/tryton/runTryton.ts';
import type { TryOptions } from './options.ts';

interface CompanyInRollcall {
  readonly employees: readonly NewEmployee[];
  readonly timeZone: string;
}

async function signIn(base: string, account: SignIn): Promise<string> {
  const { data } = await createClient({ base, token: () => null })('POST /auth/login', { body: account });
  if (!('token' in data)) throw new Error(askedForFactor);
  return data.token;
}

/** Throws a sentence if there is no such company, or if Rollcall refuses. */
export async function companyInRollcall(options: TryOptions): Promise<CompanyInRollcall> {
  const { rollcall, account, company: name } = options;
  const base = rollcall + apiBase;
  const token = 'token' in account ? account.token : await signIn(base, account);
  const ask = createClient({ base, token: () => token });

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
