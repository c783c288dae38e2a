// Checks the results of searches and the order of lists if the server announces search, in which case the console
// leaves both to the server.

import type { CallKey } from '../../../src/shared/contract/calls.ts';
import { textsOfCompany } from '../../../src/shared/contract/companies.ts';
import { textsOfController } from '../../../src/shared/contract/controllers.ts';
import type { Page } from '../../../src/shared/contract/decode.ts';
import { textsOfEmployee } from '../../../src/shared/contract/employees.ts';
import { textsOfRole, textsOfUser } from '../../../src/shared/contract/people.ts';
import type { SortOrder } from '../../../src/shared/contract/queries.ts';
import { folded, textMatcher } from '../../../src/shared/contract/searchText.ts';
import type { Result } from '../client.ts';
import type { Explored, Group } from '../kit.ts';
import { checkMatches, faultOf } from '../verdicts.ts';
import { idsOf, readWhole } from './lists.ts';

interface Found {
  id: number;
  texts: readonly string[];
}

interface SearchedList {
  key: `GET /${'companies' | 'access-controllers' | 'employees' | 'users' | 'roles'}`;
  read(query: { q?: string; sort?: SortOrder; page?: number; per_page?: number }): Promise<Result<Page<Found>>>;
}

/** Text that no record contains. */
const nothing = 'qxzjvkw';

/** Only checks lists whose pages are correct, as others would fail for that reason. */
export async function checkSearch(kit: Explored, paged: ReadonlySet<CallKey>): Promise<void> {
  if (!kit.user.features.includes('search')) return;
  const group = kit.group('Search');
  for (const list of listsOf(kit)) {
    if (!paged.has(list.key) || !kit.answers[list.key]?.data.length) continue;
    await checkFinds(group, list);
    await checkSorts(group, list, kit.options.pages);
  }
  await checkControllers(group, kit);
}

function listsOf({ client }: Explored): SearchedList[] {
  return [
    { key: 'GET /companies', read: (query) => searched(client.call('GET /companies', { query }), textsOfCompany) },
    {
      key: 'GET /access-controllers',
      read: (query) => searched(client.call('GET /access-controllers', { query }), textsOfController),
    },
    { key: 'GET /employees', read: (query) => searched(client.call('GET /employees', { query }), textsOfEmployee) },
    { key: 'GET /users', read: (query) => searched(client.call('GET /users', { query }), textsOfUser) },
    { key: 'GET /roles', read: (query) => searched(client.call('GET /roles', { query }), textsOfRole) },
  ];
}

async function searched<R extends { id: number }>(
  asked: Promise<Result<Page<R>>>,
  texts: (record: R) => readonly string[],
): Promise<Result<Page<Found>>> {
  const result = await asked;
  if (!result.ok) return result;
  const data = result.data.data.map((record) => ({ id: record.id, texts: texts(record) }));
  return { ...result, data: { ...result.data, data } };
}

/** Searches for the beginning of a word in a record, without accents and in capitals. */
async function checkFinds(group: Group, { key, read }: SearchedList): Promise<void> {
  const plain = await read({});
  const sample = plain.ok ? plain.data.data[0] : undefined;
  if (!sample) return;
  const named = sample.texts.find((text) => /^\p{L}{2}/u.test(text)) ?? ''; // a number has no case and no accents
  const q = folded(named).slice(0, 4).trim().toUpperCase();
  const claim = 'q returns the records that match, and no others';
  const result = await read({ q });
  if (!result.ok) return group.check(key, claim, faultOf(key, result));
  const matches = textMatcher(q);
  const stray = result.data.data.find(({ texts }) => !matches(texts));
  group.expect(key, claim, stray === undefined, {
    field: 'data',
    detail: `Asked for q=${q}, got record ${stray?.id} with ${JSON.stringify(stray?.texts)}; search, or announce no search`,
    shown: 'Records that do not match what was typed',
  });
  const none = await read({ q: nothing });
  const total = none.ok ? none.data.total : NaN;
  group.expect(key, 'A search that matches nothing has the total 0', total === 0, {
    field: 'total',
    detail: `Asked for q=${nothing}, total is ${total}; count what matches`,
    shown: 'A number of records that are not there',
  });
  const isFound = result.data.total > result.data.data.length || result.data.data.some(({ id }) => id === sample.id);
  group.expect(key, 'q ignores case and accents', isFound, {
    field: 'data',
    detail: `Record ${sample.id} is named ${JSON.stringify(named)}, but q=${q} does not find it`,
    shown: 'Nothing, for names that were typed without accents',
  });
}

async function checkSorts(group: Group, { key, read }: SearchedList, maxPages: number): Promise<void> {
  for (const [sort, reverse] of [
    ['name', '-name'],
    ['created', '-created'],
  ] as const) {
    const claim = `sort=${reverse} is the reverse of sort=${sort}`;
    const forward = await readWhole((paging) => read({ sort, per_page: 100, ...paging }), maxPages);
    if ('error' in forward) return group.check(key, claim, faultOf(key, forward));
    if (forward.isCut) return group.skip(key, claim, `Only ${maxPages} pages were read; use --pages to read more`);
    const first = await read({ sort: reverse, per_page: 100 });
    if (!first.ok) return group.check(key, claim, faultOf(key, first));
    const expected = idsOf(forward.rows).toReversed();
    const at = idsOf(first.data.data).findIndex((id, index) => id !== expected[index]);
    group.expect(key, claim, at === -1, {
      field: `data.${at}.id`,
      detail: `Record ${first.data.data[at]?.id} is there instead of ${expected[at]}; sort by a unique column last`,
      shown: 'An order that does not change when another one is chosen',
    });
  }
}

async function checkControllers(group: Group, { client, answers }: Explored): Promise<void> {
  const key = 'GET /access-controllers';
  const company_id = answers[key]?.data.find((controller) => controller.company_id !== null)?.company_id;
  if (!company_id) return;
  checkMatches(group, key, "company_id returns that company's controllers only", {
    result: await client.call(key, { query: { company_id } }),
    matches: (controller) => controller.company_id === company_id,
    fault: (controller) => ({
      field: 'data',
      detail: `Asked for company ${company_id}, got a controller of ${controller.company_id}`,
      shown: 'Controllers of other companies under the chosen one',
    }),
  });
}
