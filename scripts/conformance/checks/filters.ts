// Filters do what they say: an export of one company must hold nothing of another.

import type { Args } from '../../../src/contract/endpoints.ts';
import type { AttendanceRecord } from '../../../src/contract/entities/attendance.ts';
import type { Explored } from '../kit.ts';
import { faultOf } from '../uses.ts';

const key = 'GET /attendance';
type Query = NonNullable<Args<typeof key>['query']>;

interface Filter {
  field: keyof Query;
  query: Query;
  fits(record: AttendanceRecord): boolean;
}

export async function checkFilters({ findings, me, answers }: Explored): Promise<void> {
  const group = findings.group('Filters');
  const all = answers[key];
  if (all?.data.length) {
    for (const halves of halvings) {
      const totals: number[] = [];
      for (const filter of halves) totals.push((await checkFilter(filter)) ?? NaN);
      const sum = totals.reduce((one, other) => one + other, 0);
      const [{ field }] = halves;
      if (Number.isNaN(sum)) continue;
      const heard = await me.ask(key, { query: { page: 1 } });
      const total = heard.ok ? heard.data.total : all.total;
      group.expect(key, `What ${field} parts adds up to the whole`, sum === total, {
        field: 'total',
        detail: `${totals.join(' + ')} is not ${total}`,
        shown: 'Filters would hide records, or count them twice',
      });
    }
    const ofCompany = companyFilter();
    if (ofCompany) await checkFilter(ofCompany);
  } else {
    group.skip(key, 'Filters do what they say', 'There are no attendance records');
  }

  await checkEmployees();

  async function checkFilter({ field, query, fits }: Filter): Promise<number | undefined> {
    const claim = `${field} ${String(query[field])} lets only such records through`;
    const heard = await me.ask(key, { query: { ...query, page: 1 } });
    if (!heard.ok) {
      group.check(key, claim, faultOf(key, heard));
      return undefined;
    }
    const at = heard.data.data.findIndex((record) => !fits(record));
    group.expect(key, claim, at === -1, {
      field: `data.${at}`,
      detail: `Record ${heard.data.data[at]?.id} does not fit`,
      shown: 'The list, and every export of it, would hold records that were filtered out',
    });
    return heard.data.total;
  }

  async function checkEmployees(): Promise<void> {
    const call = 'GET /employees';
    const claim = 'company_id lets only its own employees through';
    const company = answers[call]?.data.find(({ company_id }) => company_id !== null)?.company_id;
    if (!company) return;
    const heard = await me.ask(call, { query: { company_id: company } });
    if (!heard.ok) return group.check(call, claim, faultOf(call, heard));
    const at = heard.data.data.findIndex(({ company_id }) => company_id !== null && company_id !== company);
    group.expect(call, claim, at === -1, {
      field: `data.${at}.company_id`,
      detail: `Asked for ${company}, got ${heard.data.data[at]?.company_id}`,
      shown: 'Employees of other companies would stand under the company that was chosen',
    });
  }

  function companyFilter(): Filter | undefined {
    const company = answers['GET /companies']?.data[0];
    if (!company) return undefined;
    const fits = (record: AttendanceRecord) => !record.company?.name || record.company.name === company.name;
    return { field: 'company_id', query: { company_id: company.id }, fits };
  }
}

const halvings: readonly (readonly [Filter, Filter])[] = [
  [
    {
      field: 'event_type',
      query: { event_type: 'check-in' },
      fits: ({ event_type }) => event_type === 'check-in',
    },
    {
      field: 'event_type',
      query: { event_type: 'check-out' },
      fits: ({ event_type }) => event_type === 'check-out',
    },
  ],
  [
    { field: 'is_processed', query: { is_processed: true }, fits: ({ is_processed }) => is_processed },
    { field: 'is_processed', query: { is_processed: false }, fits: ({ is_processed }) => !is_processed },
  ],
];
