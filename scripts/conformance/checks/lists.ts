// Lists: the pages form the whole list, with every record once, in a stable order, and with correct numbers.

import type { CallKey } from '../../../src/shared/contract/calls.ts';
import { isObject, type Page } from '../../../src/shared/contract/decode.ts';
import { formatTime } from '../../../src/shared/words/time.ts';
import type { Result } from '../client.ts';
import type { Explored, Fault, Group } from '../kit.ts';
import { faultOf } from '../verdicts.ts';

export interface Identified {
  id: number;
}
export type ReadPage<T extends Identified = Identified> = (paging: { page: number }) => Promise<Result<Page<T>>>;

export interface WholeList<T extends Identified> {
  pages: readonly Page<T>[];
  rows: readonly T[];
  /** Total that the last page states. */
  total: number;
  /** Whether the list came as a bare array, without pages. */
  isBare: boolean;
  /** Whether a paginator came without its `last_page`. */
  lacksLastPage: boolean;
  /** Whether there were more pages than `maxPages`. */
  isCut: boolean;
}

type Failure = Extract<Result<never>, { ok: false }>;

/**
 * Reads a whole list, page by page. Reads again if the total changed meanwhile, because records arrived. Returns the
 * failure of a page, if any.
 */
export async function readWhole<T extends Identified>(
  read: ReadPage<T>,
  maxPages: number,
): Promise<WholeList<T> | Failure> {
  for (let attempt = 1; ; attempt += 1) {
    const pages: Page<T>[] = [];
    let isBare = false;
    let lacksLastPage = false;
    let lastPage = 1;
    for (let page = 1; page <= Math.min(lastPage, maxPages); page += 1) {
      const result = await read({ page });
      if (!result.ok) return result;
      isBare = !isObject(result.raw);
      lacksLastPage = isObject(result.raw) && !hasLastPage(result.raw);
      lastPage = result.data.last_page;
      pages.push(result.data);
    }
    const totals = new Set(pages.map(({ total }) => total));
    if (totals.size > 1 && attempt < 3) continue;
    return {
      pages,
      rows: pages.flatMap(({ data }) => data),
      total: pages.at(-1)?.total ?? 0,
      isBare,
      lacksLastPage,
      isCut: lastPage > maxPages,
    };
  }
}

const hasLastPage = (paginator: Record<string, unknown>) =>
  'last_page' in (isObject(paginator.meta) ? { ...paginator, ...paginator.meta } : paginator);

export const idsOf = (rows: readonly Identified[]) => rows.map(({ id }) => id);

const perPage = 100;

const listKeys = [
  'GET /companies',
  'GET /access-controllers',
  'GET /attendance',
  'GET /employees',
  'GET /roles',
  'GET /users',
] as const;

/** Returns the lists whose pages are correct. */
export async function checkPaging(kit: Explored): Promise<ReadonlySet<CallKey>> {
  const { client, answers, options } = kit;
  const group = kit.group('Paging');
  const sound = new Set<CallKey>();
  const failures = () => kit.findings.filter(({ outcome }) => outcome === 'failed').length;
  for (const key of listKeys.filter((each) => answers[each])) {
    const list: List = key === 'GET /attendance' ? records({}) : { key, read: (query) => client.call(key, { query }) };
    const before = failures();
    const whole = await checkList(group, list, options.pages);
    if (failures() === before) sound.add(key);
    if (!whole) continue;
    if (key === 'GET /attendance' && whole.isCut) await checkNewestDay();
    if (key === 'GET /companies' && !whole.isCut) {
      checkAll(group, whole.rows.length, answers['GET /companies/all']);
    }
  }
  return sound;

  /** Reads pages of the same size as an export. */
  function records(filter: { start_date?: string; end_date?: string }): List {
    const key = 'GET /attendance';
    return { key, perPage, read: (paging) => client.call(key, { query: { ...paging, ...filter, per_page: perPage } }) };
  }

  /** Checks a single day of a list that is too long to be read as a whole. */
  async function checkNewestDay(): Promise<void> {
    const newest = answers['GET /attendance']?.data[0]?.timestamp;
    if (!newest) return;
    const day = formatTime(newest).slice(0, 10);
    await checkList(group, records({ start_date: day, end_date: day }), options.pages, ` of ${day}`);
  }
}

async function checkList(
  group: Group,
  list: List,
  maxPages: number,
  part = '',
): Promise<WholeList<Identified> | undefined> {
  const whole = await readWhole(list.read, maxPages);
  if ('error' in whole) {
    group.check(list.key, `Every page${part} can be read`, faultOf(list.key, whole));
    return undefined;
  }
  if (!(await checkLastPage(group, list, whole))) return undefined;
  const addsUp = checkSum(group, list, whole, maxPages, part);
  checkOnce(group, list.key, whole);
  await checkOrder(group, list, whole);
  if (addsUp && !whole.isBare && !whole.isCut) await checkBeyond(group, list, whole);
  if (list.perPage && addsUp) checkSize(group, list.key, whole, list.perPage);
  return whole;
}

function checkOnce(group: Group, key: CallKey, { pages }: WholeList<Identified>): void {
  const pageOf = new Map<number, number>();
  let fault: Fault | undefined;
  for (const [index, { data }] of pages.entries()) {
    for (const [row, { id }] of data.entries()) {
      const earlier = pageOf.get(id);
      if (earlier !== undefined) {
        fault ??= {
          field: `data.${row}.id`,
          detail: `Record ${id} is on page ${earlier} and on page ${index + 1}; sort by a unique column last`,
          shown: 'A record twice, and perhaps another one never',
        };
      }
      pageOf.set(id, index + 1);
    }
  }
  group.check(key, 'No record appears twice', fault);
}

async function checkOrder(group: Group, { key, read }: List, { pages, total }: WholeList<Identified>): Promise<void> {
  const claim = 'The order is the same when page 1 is read again';
  const again = await read({ page: 1 });
  if (!again.ok) return group.check(key, claim, faultOf(key, again));
  if (again.data.total !== total) return group.skip(key, claim, 'Records were added or deleted meanwhile');
  const [before, now] = [idsOf(pages[0]?.data ?? []), idsOf(again.data.data)];
  const at = before.findIndex((id, index) => id !== now[index]);
  group.expect(key, claim, at === -1, {
    field: `data.${at}.id`,
    detail: `Page 1 first had record ${before[at]} here, then ${now[at] ?? 'nothing'}; sort by a unique column last`,
    shown: 'Some records twice, and others never',
  });
}

async function checkBeyond(group: Group, { key, read }: List, { pages }: WholeList<Identified>): Promise<void> {
  const claim = 'A page beyond the last is empty';
  const result = await read({ page: pages.length + 1 });
  if (!result.ok) {
    const { detail } = faultOf(key, result);
    return group.note(key, claim, {
      detail,
      shown: 'An error, instead of the previous page, after deleting the only record of the last page',
    });
  }
  const { length } = result.data.data;
  group.expect(key, claim, length === 0, {
    field: 'data',
    detail: `Page ${pages.length + 1} of ${pages.length} has ${length} records`,
    shown: 'Records of another page, from an old link to that page',
  });
}

function checkAll(group: Group, listed: number, all: readonly unknown[] | undefined): void {
  if (!all) return;
  group.expect('GET /companies/all', 'It has as many companies as GET /companies', all.length === listed, {
    detail: `It has ${all.length}, GET /companies has ${listed}`,
    shown: `${all.length} of ${listed} companies in selects`,
  });
}

interface List {
  key: CallKey;
  read: ReadPage;
  /** Number of rows that `read` requests, if it does. */
  perPage?: number;
}

/** Without `last_page`, the console only shows the first page, so nothing else is checked. */
async function checkLastPage(group: Group, { key, read }: List, whole: WholeList<Identified>) {
  const { rows, total, isBare, lacksLastPage } = whole;
  const next = isBare && rows.length > 0 ? await read({ page: 2 }) : undefined;
  const first = new Set(idsOf(rows));
  const more = next?.ok ? next.data.data.filter(({ id }) => !first.has(id)).length : 0;
  const isMissing = (lacksLastPage && total !== rows.length) || more > 0;
  const found = more > 0 ? `page=2 has ${more} more` : `total is ${total}`;
  group.expect(key, 'A list with pages has last_page', !isMissing, {
    field: 'last_page',
    detail: `last_page is missing: page 1 has ${rows.length} records, ${found}; send the number of pages beside the rows`,
    shown: 'The first page only, without Previous and Next, also in exports',
  });
  return !isMissing;
}

function checkSum(
  group: Group,
  { key, perPage }: List,
  { rows, total, pages, isCut }: WholeList<Identified>,
  maxPages: number,
  part: string,
): boolean {
  const claim = `The pages${part} add up to the total`;
  if (isCut) {
    group.skip(key, claim, `Only ${maxPages} pages were read; use --pages to read more`);
    return true;
  }
  const counted = `${pages.length} ${pages.length === 1 ? 'page' : 'pages'}`;
  const size = pages[0]?.data.length ?? 0;
  const isCapped = perPage !== undefined && size < perPage && size < total;
  const sums = `total is ${total}, last_page is ${pages.length}, and ${counted} had ${rows.length} records`;
  group.expect(key, claim, rows.length === total, {
    field: isCapped ? 'last_page' : 'total',
    detail: isCapped
      ? `Asked for per_page=${perPage}, page 1 has ${size} records, but ${sums}; compute last_page for pages of ${size}`
      : `${sums}; count with the same conditions as the rows`,
    shown:
      key === 'GET /attendance'
        ? 'An export that warns about the wrong total'
        : `A count of ${total}, but ${rows.length} records on all pages`,
  });
  return rows.length === total;
}

function checkSize(group: Group, key: CallKey, { pages, total, isBare }: WholeList<Identified>, perPage: number): void {
  const claim = `per_page=${perPage} returns pages of ${perPage}`;
  const size = pages[0]?.data.length ?? 0;
  if (isBare || size === Math.min(perPage, total)) return group.check(key, claim);
  group.note(key, claim, {
    field: 'data',
    detail: `Page 1 has ${size} of ${total} records`,
    shown: `Slower exports: ${pages.length} requests instead of ${Math.ceil(total / perPage)}`,
  });
}
