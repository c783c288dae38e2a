// Checks that an account only gets the records of its own companies: in rows, totals, figures and selects, by id and by
// filter.

import type { ReadKey } from '../../../src/shared/contract/calls.ts';
import type { Page } from '../../../src/shared/contract/decode.ts';
import type { KitClient, Result } from '../client.ts';
import type { Explored, Group, SignedIn } from '../kit.ts';
import { rowsOf } from '../reads.ts';
import { faultOf, usageOf } from '../verdicts.ts';
import { knownCompanies, type Limited, type Named, type Scope, without } from './accounts.ts';
import { checkStatistics, readEqual } from './attendance.ts';
import { type ReadPage, readWhole, type WholeList } from './lists.ts';

/** Compares statistics with the list. `sound` has the filters that work. */
export async function checkLimited(
  kit: Explored,
  limited: Limited,
  sound: ReadonlySet<string> | undefined,
): Promise<void> {
  const group = kit.group('Permissions');
  if (limited.foreign.length === 0) {
    const reason = 'It may see every company; use an account that is assigned to some of them';
    return group.skip('GET *', `${limited.who} gets its own companies only`, reason);
  }
  const lists = await checkScope(kit, group, limited);
  if (sound && lists.has('GET /attendance')) {
    await checkStatistics(group, limited.client, sound, ' of the limited account');
  }
}

/** Checks a user without roles who is only assigned to this company. A server may let everyone read their own data. */
export async function checkScopeOf(kit: Explored, client: KitClient, companyId: number): Promise<void> {
  const own = [{ id: companyId, name: 'the one of the kit' }];
  const foreign = without(await knownCompanies(kit), own);
  await checkScope(kit, kit.group('Permissions'), { who: 'A user without roles', client, own, foreign });
}

interface Row extends Record<string, unknown> {
  id: number;
}

/** Lists with the field that identifies the company of their rows. */
const lists = [
  ['GET /companies', 'id'],
  ['GET /access-controllers', 'company_id'],
  ['GET /employees', 'company_id'],
  ['GET /attendance', 'company.name'],
] as const;
type ListKey = (typeof lists)[number][0];

/** Returns the lists without a fault. */
async function checkScope(kit: SignedIn, group: Group, scope: Scope): Promise<ReadonlySet<ReadKey>> {
  const sound = new Set<ReadKey>();
  for (const [key, field] of lists) {
    const size = key === 'GET /attendance' && { per_page: 100 };
    const read: ReadPage<Row> = (paging) => scope.client.call(key, { query: { ...paging, ...size } });
    const whole = await readWhole(read, kit.options.pages);
    if ('error' in whole) {
      // A list that the account may not read cannot leak.
      const isRefused = whole.error.kind === 'forbidden' || whole.error.kind === 'notFound';
      if (!isRefused) group.check(key, `${scope.who} can read the list`, faultOf(key, whole));
      continue;
    }
    if (checkRows(group, scope, key, field, whole.rows) && checkTotal(group, scope, key, whole)) sound.add(key);
  }
  await checkAll(group, scope);
  await checkFiguresOfScope(group, scope, sound);
  await checkForeign(kit, group, scope, sound);
  return sound;
}

/** Returns the company of a row, as far as the row identifies it. */
function companyOf(row: Row, field: string, { own, foreign }: Scope): Named | undefined {
  const known = [...own, ...foreign];
  if (field === 'id') return known.find(({ id }) => id === row.id) ?? { id: row.id, name: String(row.name) };
  if (typeof row.company_id === 'number') {
    return known.find(({ id }) => id === row.company_id) ?? { id: row.company_id, name: '' };
  }
  const { company } = row;
  const name = typeof company === 'object' && company !== null && 'name' in company ? company.name : undefined;
  // Two companies may share a name.
  return name ? (own.find((each) => each.name === name) ?? foreign.find((each) => each.name === name)) : undefined;
}

function checkRows(group: Group, scope: Scope, key: ListKey, field: string, rows: readonly Row[]): boolean {
  const leaked = rows.flatMap((row) => {
    const company = companyOf(row, field, scope);
    return company && !scope.own.some(({ id }) => id === company.id) ? [{ row, company }] : [];
  });
  const [first] = leaked;
  group.expect(key, `${scope.who} gets records of its own companies only`, !first, {
    field,
    detail:
      `${leaked.length} of ${rows.length} records are of other companies: record ${first?.row.id} is of company ` +
      `${first?.company.id} "${first?.company.name}", the account has ${namesOf(scope.own)}; ` +
      "scope the list to the account's companies",
    shown: `${usageOf(key).where}: records of other companies${key === 'GET /attendance' ? ', also in exports' : ''}`,
  });
  return !first;
}

/** Checks the total, which would reveal the number of foreign records if it included them. */
function checkTotal(group: Group, { who }: Scope, key: ListKey, whole: WholeList<Row>): boolean {
  const { rows, total, isCut, pages } = whole;
  if (isCut) return true;
  const counted = `${pages.length} ${pages.length === 1 ? 'page has' : 'pages have'}`;
  group.expect(key, `${who} gets a total of its own records only`, total === rows.length, {
    field: 'total',
    detail: `total is ${total}, but ${counted} ${rows.length} records; count with the same conditions as the rows`,
    shown: `${usageOf(key).where}: a number that includes records of other companies`,
  });
  return total === rows.length;
}

async function checkAll(group: Group, { who, client, own }: Scope): Promise<void> {
  const key = 'GET /companies/all';
  const all = await client.call(key, {});
  if (!all.ok) return;
  const leaked = all.data.filter((company) => !own.some(({ id }) => id === company.id));
  const [first] = leaked;
  group.expect(key, `${who} gets its own companies only`, !first, {
    field: `${first ? all.data.indexOf(first) : 0}.id`,
    detail:
      `${leaked.length} of ${all.data.length} companies are not the account's: company ${first?.id} "${first?.name}", ` +
      `the account has ${namesOf(own)}; scope the list as in GET /companies`,
    shown: 'The names of other companies, in every select of companies',
  });
}

const namesOf = (companies: readonly Named[]) =>
  companies.length > 3
    ? `${companies.length} companies`
    : companies.map(({ id, name }) => `${id} "${name}"`).join(', ');

/** Limited, because each company takes a call. */
const maxSummed = 50;

/** `sound` has the lists without a fault, the only ones in which just the total can be wrong. */
async function checkFiguresOfScope(group: Group, scope: Scope, sound: ReadonlySet<ReadKey>): Promise<void> {
  if (scope.own.length > maxSummed) {
    const reason = `It has more than ${maxSummed} companies; use an account with fewer`;
    return group.skip('GET *', `${scope.who} gets as many records as its companies have`, reason);
  }
  const { client } = scope;
  for (const key of ['GET /employees', 'GET /attendance'] as const)
    if (sound.has(key))
      await checkSum(group, scope, key, async (company_id) =>
        totalOf(await client.call(key, { query: { company_id } })),
      );
  const controllers = 'GET /access-controllers';
  if (sound.has(controllers))
    await checkSum(group, scope, controllers, async (id) =>
      lengthOf(await client.call('GET /companies/{id}/access-controllers', { id })),
    );
  await checkUrls(group, scope);
}

/** Resolves with undefined if the account may not ask. */
type CountOf = (companyId: number) => Promise<number | undefined>;

const totalOf = (result: Result<Page<unknown>>) => (result.ok ? result.data.total : undefined);
const lengthOf = (result: Result<readonly unknown[]>) => (result.ok ? result.data.length : undefined);

async function sumOf({ own }: Scope, ofCompany: CountOf): Promise<number | undefined> {
  let sum = 0;
  for (const { id } of own) {
    const part = await ofCompany(id);
    if (part === undefined) return undefined;
    sum += part;
  }
  return sum;
}

async function checkSum(group: Group, scope: Scope, key: ListKey, ofCompany: CountOf): Promise<void> {
  const read = await readEqual(async () => {
    const [whole, sum] = [totalOf(await scope.client.call(key, {})), await sumOf(scope, ofCompany)];
    return whole === undefined || sum === undefined ? undefined : { one: whole, other: sum };
  });
  if (!read) return;
  const { one: whole, other: sum } = read;
  group.expect(key, `${scope.who} gets as many records as its companies have`, whole === sum, {
    field: 'total',
    detail: `total is ${whole}, but the account's companies, asked for one by one, have ${sum}`,
    shown: `${usageOf(key).where}: records of other companies, or a number that includes them`,
  });
}

async function checkUrls(group: Group, scope: Scope): Promise<void> {
  const { client, who } = scope;
  const key = 'GET /company-urls/health-statistics';
  const statistics = await client.call(key, {});
  const sum = await sumOf(scope, async (id) => lengthOf(await client.call('GET /companies/{id}/urls', { id })));
  if (!statistics.ok || sum === undefined) return;
  // A server may only count active URLs.
  group.expect(key, `${who} gets the health of its own URLs only`, statistics.data.total <= sum, {
    field: 'total',
    detail: `total is ${statistics.data.total}, but the account's companies have ${sum} URLs`,
    shown: 'Dashboard: the health of URLs of other companies',
  });
}

/** Companies to try, as one may have no records of a kind. */
const maxCompanies = 10;

const ofCompany = [
  'GET /companies/{id}',
  'GET /companies/{id}/access-controllers',
  'GET /companies/{id}/employees',
  'GET /companies/{id}/urls',
  'GET /companies/{id}/hr-sync/config',
  'GET /companies/{id}/hr-sync/status',
  'GET /hr-sync/companies/{id}/status',
] as const;

/** Lists in which the main account finds a record of the company. */
const ofRecord = ['GET /employees', 'GET /access-controllers', 'GET /attendance'] as const;

const byFilter = ['GET /employees', 'GET /attendance', 'GET /attendance/statistics'] as const;

/** `sound` has the lists without a fault. The others return foreign records even without a filter. */
async function checkForeign(kit: SignedIn, group: Group, scope: Scope, sound: ReadonlySet<ReadKey>): Promise<void> {
  const foreign = await withMostRecords(kit, scope);
  if (!foreign) return;
  for (const key of ofCompany) {
    const result = await scope.client.call(key, { id: foreign.id });
    group.expect(key, `${scope.who} cannot open other companies`, !hasRecords(result), {
      detail: `Company ${foreign.id} "${foreign.name}" is not the account's, but was returned; answer 404`,
      shown: 'The data of another company, by changing an id in the URL',
    });
  }
  for (const list of ofRecord) {
    const found =
      list === 'GET /access-controllers'
        ? await kit.client.call('GET /companies/{id}/access-controllers', { id: foreign.id })
        : await kit.client.call(list, { query: { company_id: foreign.id } });
    const [record] = recordsOf(found);
    if (typeof record?.id !== 'number') continue;
    const key = `${list}/{id}` as const;
    const result = await scope.client.call(key, { id: record.id });
    group.expect(key, `${scope.who} cannot open records of other companies`, !hasRecords(result), {
      detail: `Record ${record.id} is of company ${foreign.id} "${foreign.name}", but was returned; answer 404`,
      shown: 'A record of another company, by changing an id in the URL',
    });
  }
  for (const key of byFilter) {
    if (!sound.has(key) && key !== 'GET /attendance/statistics') continue;
    const result = await scope.client.call(key, { query: { company_id: foreign.id } });
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

/** Statistics have figures rather than rows. */
const hasRecords = (result: Result<unknown>) =>
  recordsOf(result).some((row) => ('check_ins' in row ? row.total !== 0 : true));
