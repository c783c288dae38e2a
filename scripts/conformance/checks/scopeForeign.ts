// Checks that an account cannot open what belongs to a company it may not see, by id or by filter.

import type { ReadKey } from '../../../src/shared/contract/calls.ts';
import type { KitClient, Result } from '../client.ts';
import type { Group } from '../findings.ts';
import type { Scope, SignedIn } from '../kit.ts';
import { rowsOf } from '../reads.ts';

/** The company may have no records of a kind: then another one is tried. */
const maxCompanies = 10;

type Ask = (client: KitClient, id: number) => Promise<Result<unknown>>;

const ofCompany: readonly (readonly [ReadKey, Ask])[] = [
  ['GET /companies/{id}', (client, id) => client.call('GET /companies/{id}', { id })],
  [
    'GET /companies/{id}/access-controllers',
    (client, id) => client.call('GET /companies/{id}/access-controllers', { id }),
  ],
  ['GET /companies/{id}/employees', (client, id) => client.call('GET /companies/{id}/employees', { id })],
  ['GET /companies/{id}/urls', (client, id) => client.call('GET /companies/{id}/urls', { id })],
  ['GET /companies/{id}/hr-sync/config', (client, id) => client.call('GET /companies/{id}/hr-sync/config', { id })],
  ['GET /companies/{id}/hr-sync/status', (client, id) => client.call('GET /companies/{id}/hr-sync/status', { id })],
  ['GET /hr-sync/companies/{id}/status', (client, id) => client.call('GET /hr-sync/companies/{id}/status', { id })],
];

/** A record of the company, found by the main account. */
const ofRecord: readonly (readonly [ReadKey, find: Ask, Ask])[] = [
  [
    'GET /employees/{id}',
    (client, company_id) => client.call('GET /employees', { query: { company_id } }),
    (client, id) => client.call('GET /employees/{id}', { id }),
  ],
  [
    'GET /access-controllers/{id}',
    (client, id) => client.call('GET /companies/{id}/access-controllers', { id }),
    (client, id) => client.call('GET /access-controllers/{id}', { id }),
  ],
  [
    'GET /attendance/{id}',
    (client, company_id) => client.call('GET /attendance', { query: { company_id } }),
    (client, id) => client.call('GET /attendance/{id}', { id }),
  ],
];

const byFilter: readonly (readonly [ReadKey, Ask])[] = [
  ['GET /employees', (client, company_id) => client.call('GET /employees', { query: { company_id } })],
  ['GET /attendance', (client, company_id) => client.call('GET /attendance', { query: { company_id } })],
  [
    'GET /attendance/statistics',
    (client, company_id) => client.call('GET /attendance/statistics', { query: { company_id } }),
  ],
];

/** `sound` are the lists without a fault: the others return foreign records without a filter as well. */
export async function checkForeign(
  kit: SignedIn,
  group: Group,
  scope: Scope,
  sound: ReadonlySet<ReadKey>,
): Promise<void> {
  const foreign = await withMostRecords(kit, scope);
  if (!foreign) return;
  for (const [key, ask] of ofCompany) {
    const result = await ask(scope.client, foreign.id);
    group.expect(key, `${scope.who} cannot open other companies`, !hasRecords(result), {
      detail: `Company ${foreign.id} "${foreign.name}" is not the account's, but was returned; answer 404`,
      shown: 'The data of another company, by changing an id in the URL',
    });
  }
  for (const [key, find, ask] of ofRecord) {
    const [record] = recordsOf(await find(kit.client, foreign.id));
    if (typeof record?.id !== 'number') continue;
    group.expect(
      key,
      `${scope.who} cannot open records of other companies`,
      !hasRecords(await ask(scope.client, record.id)),
      {
        detail: `Record ${record.id} is of company ${foreign.id} "${foreign.name}", but was returned; answer 404`,
        shown: 'A record of another company, by changing an id in the URL',
      },
    );
  }
  for (const [key, ask] of byFilter) {
    if (!sound.has(key) && key !== 'GET /attendance/statistics') continue;
    const result = await ask(scope.client, foreign.id);
    group.expect(key, `company_id of another company returns nothing to ${lowered(scope.who)}`, !hasRecords(result), {
      detail: `Asked for company_id=${foreign.id} "${foreign.name}", which is not the account's, and got its records; scope first, then filter`,
      shown: 'The records of another company, by changing an id in the URL',
    });
  }
}

async function withMostRecords({ client }: SignedIn, { foreign }: Scope) {
  for (const company of foreign.slice(0, maxCompanies)) {
    const result = await client.call('GET /attendance', { query: { company_id: company.id } });
    if (result.ok && result.data.data.length > 0) return company;
  }
  return foreign[0];
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const recordsOf = (result: Result<unknown>) => (result.ok ? rowsOf(result.data) : []);

/** Statistics have no rows, but figures. */
const hasRecords = (result: Result<unknown>) =>
  recordsOf(result).some((row) => ('check_ins' in row ? row.total !== 0 : true));
