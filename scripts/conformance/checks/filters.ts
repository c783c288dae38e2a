// Checks filters: an export of one company must contain nothing of another.

import type { Args } from '../../../src/shared/contract/calls.ts';
import type { AttendanceRecord } from '../../../src/shared/contract/attendance.ts';
import { hrStates } from '../../../src/shared/contract/queries.ts';
import type { Explored } from '../kit.ts';
import { faultOf } from '../uses.ts';

const key = 'GET /attendance';
type Query = NonNullable<Args<typeof key>['query']>;

interface Filter {
  field: keyof Query;
  query: Query;
  matches(record: AttendanceRecord): boolean;
}

/** The fields of the filters that work. */
export async function checkFilters({ findings, client, answers, user }: Explored): Promise<ReadonlySet<string>> {
  const group = findings.group('Filters');
  const sound = new Set<string>();
  const all = answers[key];
  if (all?.data.length) {
    const knowsHrStates = user.features.includes('hr_state');
    for (const choice of knowsHrStates ? [...choices, hrStateFilters] : choices) {
      const totals: number[] = [];
      for (const filter of choice) totals.push((await checkFilter(filter)) ?? NaN);
      const sum = totals.reduce((one, other) => one + other, 0);
      const field = choice[0]?.field;
      if (field === undefined || Number.isNaN(sum)) continue;
      sound.add(field);
      const result = await client.call(key, { query: { page: 1 } });
      const total = result.ok ? result.data.total : all.total;
      group.expect(key, `The values of ${field} add up to the unfiltered total`, sum === total, {
        field: 'total',
        detail: `${totals.join(' + ')} with the filter, ${total} without`,
        shown: 'Filters that hide records or count them twice',
      });
    }
    const ofCompany = companyFilter();
    if (ofCompany) await checkFilter(ofCompany);
  } else {
    group.skip(key, 'Filters return matching records only', 'There are no attendance records');
  }

  await checkEmployees();
  return sound;

  /** The total; undefined if the filter does not work. */
  async function checkFilter({ field, query, matches }: Filter): Promise<number | undefined> {
    const claim = `${field}=${String(query[field])} returns matching records only`;
    const result = await client.call(key, { query: { ...query, page: 1 } });
    if (!result.ok) {
      group.check(key, claim, faultOf(key, result));
      return undefined;
    }
    const at = result.data.data.findIndex((record) => !matches(record));
    group.expect(key, claim, at === -1, {
      field: `data.${at}`,
      detail: `Record ${result.data.data[at]?.id} does not match`,
      shown: 'Records that were filtered out, in the list and in every export',
    });
    return at === -1 ? result.data.total : undefined;
  }

  async function checkEmployees(): Promise<void> {
    const call = 'GET /employees';
    const claim = `company_id returns that company's employees only`;
    const company = answers[call]?.data.find(({ company_id }) => company_id !== null)?.company_id;
    if (!company) return;
    const result = await client.call(call, { query: { company_id: company } });
    if (!result.ok) return group.check(call, claim, faultOf(call, result));
    const at = result.data.data.findIndex(({ company_id }) => company_id !== null && company_id !== company);
    group.expect(call, claim, at === -1, {
      field: `data.${at}.company_id`,
      detail: `Asked for company ${company}, got an employee of ${result.data.data[at]?.company_id}`,
      shown: 'Employees of other companies under the chosen one',
    });
  }

  function companyFilter(): Filter | undefined {
    const company = answers['GET /companies']?.data[0];
    if (!company) return undefined;
    const matches = (record: AttendanceRecord) => !record.company?.name || record.company.name === company.name;
    return { field: 'company_id', query: { company_id: company.id }, matches };
  }
}

/** Every record matches one filter of each choice. */
const choices: readonly (readonly Filter[])[] = [
  [
    {
      field: 'event_type',
      query: { event_type: 'check-in' },
      matches: ({ event_type }) => event_type === 'check-in',
    },
    {
      field: 'event_type',
      query: { event_type: 'check-out' },
      matches: ({ event_type }) => event_type === 'check-out',
    },
  ],
  [
    { field: 'is_processed', query: { is_processed: true }, matches: ({ is_processed }) => is_processed },
    { field: 'is_processed', query: { is_processed: false }, matches: ({ is_processed }) => !is_processed },
  ],
];

const hrStateFilters: readonly Filter[] = hrStates.map((state) => ({
  field: 'hr_state',
  query: { hr_state: state },
  matches: ({ hr_state }) => hr_state === state,
}));
