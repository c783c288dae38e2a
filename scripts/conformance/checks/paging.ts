// Checks paging: the pages form the whole list, with every record once, in a stable order.

import type { CallKey } from '../../../src/shared/contract/calls.ts';
import { formatTime } from '../../../src/shared/words/time.ts';
import type { Fault, Group } from '../findings.ts';
import type { Explored } from '../kit.ts';
import { idsOf, type Identified, type ReadPage, readWhole, type WholeList } from '../pages.ts';
import { faultOf } from '../uses.ts';
import { checkLastPage, checkSize, checkSum, type List } from './pageCounts.ts';

/** The page size of exports. */
const exportPage = 100;

const listKeys = [
  'GET /companies',
  'GET /access-controllers',
  'GET /attendance',
  'GET /employees',
  'GET /roles',
  'GET /users',
] as const;

/** Answers the lists whose pages are right. */
export async function checkPaging({ findings, client, answers, options }: Explored): Promise<ReadonlySet<CallKey>> {
  const group = findings.group('Paging');
  const sound = new Set<CallKey>();
  const failures = () => findings.all.filter(({ outcome }) => outcome === 'failed').length;
  for (const key of listKeys.filter((each) => answers[each])) {
    const list: List = {
      key,
      read: (query) => client.call(key, { query }),
      ...(key === 'GET /attendance' && { perPage: exportPage }),
    };
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

  /** A list too long to read whole has a day that is short enough. */
  async function checkNewestDay(): Promise<void> {
    const key = 'GET /attendance';
    const newest = answers[key]?.data[0]?.timestamp;
    if (!newest) return;
    const day = formatTime(newest).slice(0, 10);
    const ofDay = { start_date: day, end_date: day };
    const read: ReadPage = (query) => client.call(key, { query: { ...query, ...ofDay } });
    await checkList(group, { key, read, perPage: exportPage }, options.pages, ` of ${day}`);
  }
}

async function checkList(
  group: Group,
  list: List,
  maxPages: number,
  part = '',
): Promise<WholeList<Identified> | undefined> {
  const whole = await readWhole(list.read, maxPages, list.perPage);
  if ('error' in whole) {
    group.check(list.key, `Every page${part} can be read`, faultOf(list.key, whole));
    return undefined;
  }
  if (!(await checkLastPage(group, list, whole))) return undefined;
  const addsUp = checkSum(group, list.key, whole, maxPages, part, list.perPage);
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

async function checkOrder(
  group: Group,
  { key, read, perPage }: List,
  { pages, total }: WholeList<Identified>,
): Promise<void> {
  const claim = 'The order is the same when page 1 is read again';
  const again = await read({ page: 1, ...(perPage && { per_page: perPage }) });
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

async function checkBeyond(
  group: Group,
  { key, read, perPage }: List,
  { pages }: WholeList<Identified>,
): Promise<void> {
  const claim = 'A page beyond the last is empty';
  const result = await read({ page: pages.length + 1, ...(perPage && { per_page: perPage }) });
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
