// Checks that an account gets the records of its own companies only: rows, totals, figures, selects, and by id.

import type { ReadKey } from '../../../src/shared/contract/calls.ts';
import type { KitClient } from '../client.ts';
import type { Group } from '../findings.ts';
import type { Named, Scope, SignedIn } from '../kit.ts';
import { readWhole, type ReadPage, type WholeList } from '../pages.ts';
import { faultOf, uses } from '../uses.ts';
import { checkFiguresOfScope } from './scopeFigures.ts';
import { checkForeign } from './scopeForeign.ts';

interface Row extends Record<string, unknown> {
  id: number;
}

/** What tells the company of a row. */
interface ScopedList {
  key: ReadKey;
  field: string;
  read(client: KitClient): ReadPage<Row>;
}

const lists: readonly ScopedList[] = [
  { key: 'GET /companies', field: 'id', read: (client) => (query) => client.call('GET /companies', { query }) },
  {
    key: 'GET /access-controllers',
    field: 'company_id',
    read: (client) => (query) => client.call('GET /access-controllers', { query }),
  },
  { key: 'GET /employees', field: 'company_id', read: (client) => (query) => client.call('GET /employees', { query }) },
  {
    key: 'GET /attendance',
    field: 'company.name',
    read: (client) => (query) => client.call('GET /attendance', { query: { ...query, per_page: 100 } }),
  },
];

/** The lists without a fault. */
export async function checkScope(kit: SignedIn, group: Group, scope: Scope): Promise<ReadonlySet<ReadKey>> {
  const sound = new Set<ReadKey>();
  for (const list of lists) {
    const whole = await readWhole(list.read(scope.client), kit.options.pages);
    if ('error' in whole) {
      // A list that the account may not read cannot leak.
      const isRefused = whole.error.kind === 'forbidden' || whole.error.kind === 'notFound';
      if (!isRefused) group.check(list.key, `${scope.who} can read the list`, faultOf(list.key, whole));
      continue;
    }
    if (checkRows(group, scope, list, whole.rows) && checkTotal(group, scope, list, whole)) sound.add(list.key);
  }
  await checkAll(group, scope);
  await checkFiguresOfScope(group, scope, sound);
  await checkForeign(kit, group, scope, sound);
  return sound;
}

/** The company of a row, as far as the row tells. */
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

function checkRows(group: Group, scope: Scope, { key, field }: ScopedList, rows: readonly Row[]): boolean {
  const isForeign = (row: Row) => {
    const company = companyOf(row, field, scope);
    return company !== undefined && !scope.own.some(({ id }) => id === company.id);
  };
  const leaked = rows.filter(isForeign);
  const [first] = leaked;
  const company = first && companyOf(first, field, scope);
  group.expect(key, `${scope.who} gets records of its own companies only`, !first, {
    field,
    detail:
      `${leaked.length} of ${rows.length} records are of other companies: record ${first?.id} is of company ` +
      `${company?.id} "${company?.name}", the account has ${namesOf(scope.own)}; scope the list to the account's companies`,
    shown: `${uses[key].where}: records of other companies${key === 'GET /attendance' ? ', also in exports' : ''}`,
  });
  return !first;
}

/** A total that counts foreign records tells how many there are. */
function checkTotal(group: Group, { who }: Scope, { key }: ScopedList, whole: WholeList<Row>): boolean {
  const { rows, total, isCut, pages } = whole;
  if (isCut) return true;
  const counted = `${pages.length} ${pages.length === 1 ? 'page has' : 'pages have'}`;
  group.expect(key, `${who} gets a total of its own records only`, total === rows.length, {
    field: 'total',
    detail: `total is ${total}, but ${counted} ${rows.length} records; count with the same conditions as the rows`,
    shown: `${uses[key].where}: a number that includes records of other companies`,
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
