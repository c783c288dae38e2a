// Faults of pages, filters, days and figures.

import { json } from '../../support/console/proxy.ts';
import { type Fault, pageOf, query, withData, withEachRow, withRows } from './fault.ts';

let turn = 0;

const dayBefore = (day: string) => new Date(Date.parse(day) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

export const listFaults: readonly Fault[] = [
  {
    fault: 'a page begins with the last record of the page before',
    plant: {
      'GET /companies': async ({ call, ask }) => {
        if (pageOf(call) !== 2) return ask();
        const first = JSON.parse((await ask(query(call, { page: '1' }))).text);
        return withRows(ask(), ([, ...others]) => [first.data.data.at(-1), ...others]);
      },
    },
    named: [
      {
        call: 'GET /companies',
        claim: 'No record appears twice',
        field: 'data.0.id',
        says: /is on page 1 and on page 2; sort by a unique column last/,
        shown: 'A record twice',
      },
    ],
  },
  {
    fault: 'the order changes from one request to the next',
    plant: {
      'GET /users': ({ ask }) => {
        turn += 1;
        return withRows(ask(), (rows) => (turn % 2 ? rows : rows.toReversed()));
      },
    },
    named: [
      {
        call: 'GET /users',
        claim: 'The order is the same when page 1 is read again',
        field: 'data.0.id',
        says: /Page 1 first had record \d+ here, then \d+; sort by a unique column last/,
      },
    ],
  },
  {
    fault: 'a filter is ignored',
    plant: { 'GET /attendance': ({ call, ask }) => ask(query(call, { event_type: undefined })) },
    named: ['check-in', 'check-out'].map((type) => ({
      call: 'GET /attendance',
      claim: `event_type=${type} returns matching records only`,
      says: /Record \d+ does not match/,
      shown: 'in the list and in every export',
    })),
  },
  {
    fault: 'the company filter of employees is ignored',
    plant: { 'GET /employees': ({ call, ask }) => ask(query(call, { company_id: undefined })) },
    named: [
      {
        call: 'GET /employees',
        claim: "company_id returns that company's employees only",
        says: /Asked for company \d+, got an employee of \d+/,
      },
    ],
  },
  {
    fault: 'a search finds every record, although search is announced',
    plant: { 'GET /employees': ({ call, ask }) => ask(query(call, { q: undefined })) },
    named: [
      {
        call: 'GET /employees',
        claim: 'q returns the records that match, and no others',
        says: /Asked for q=\S+, got record \d+ with .*; search, or announce no search/,
        shown: 'Records that do not match what was typed',
      },
      {
        call: 'GET /employees',
        claim: 'A search that matches nothing has the total 0',
        field: 'total',
        says: /total is \d+; count what matches/,
      },
    ],
  },
  {
    fault: 'an order is ignored',
    plant: { 'GET /companies': ({ call, ask }) => ask(query(call, { sort: undefined })) },
    named: ['name', 'created'].map((order) => ({
      call: 'GET /companies',
      claim: `sort=-${order} is the reverse of sort=${order}`,
      says: /Record \d+ is there instead of \d+/,
    })),
  },
  {
    fault: 'the company filter of controllers is ignored',
    plant: { 'GET /access-controllers': ({ call, ask }) => ask(query(call, { company_id: undefined })) },
    named: [
      {
        call: 'GET /access-controllers',
        claim: "company_id returns that company's controllers only",
        says: /Asked for company \d+, got a controller of \d+/,
      },
    ],
  },
  {
    fault: 'the last page comes again for every page beyond it',
    plant: {
      'GET /access-controllers': async ({ call, ask }) => {
        const { data } = JSON.parse((await ask()).text);
        return data && pageOf(call) > data.last_page ? ask(query(call, { page: String(data.last_page) })) : ask();
      },
    },
    named: [
      {
        call: 'GET /access-controllers',
        claim: 'A page beyond the last is empty',
        field: 'data',
        says: /Page \d+ of \d+ has \d+ records/,
      },
    ],
  },
  {
    fault: 'last_page is missing',
    plant: { 'GET /employees': ({ ask }) => withData(ask(), ({ last_page: _, ...others }) => others) },
    named: [
      {
        call: 'GET /employees',
        claim: 'A list with pages has last_page',
        field: 'last_page',
        says: /last_page is missing: page 1 has \d+ records, total is \d+; send the number of pages/,
        shown: 'The first page only',
      },
    ],
  },
  {
    fault: 'a page comes as a bare list, without total and last_page',
    plant: {
      'GET /companies': async ({ ask }) => {
        const { status, text } = await ask();
        const body = JSON.parse(text);
        return json(status, body.data ? { ...body, data: body.data.data } : body);
      },
    },
    named: [
      {
        call: 'GET /companies',
        claim: 'A list with pages has last_page',
        field: 'last_page',
        says: /page=2 has \d+ more; send the number of pages/,
      },
    ],
  },
  {
    fault: 'no page has more than 10 records, but last_page is for pages of 100',
    plant: {
      'GET /attendance': ({ call, ask }) => {
        const size = Number(call.query.get('per_page') ?? 15);
        return withData(ask(query(call, { per_page: String(Math.min(size, 10)) })), (page) => ({
          ...page,
          last_page: Math.ceil(Number(page.total) / size),
        }));
      },
    },
    named: [
      {
        call: 'GET /attendance',
        claim: 'The pages add up to the total',
        field: 'last_page',
        says: /Asked for per_page=100, page 1 has 10 records, but .*; compute last_page for pages of 10/,
      },
    ],
  },
  {
    fault: 'end_date does not include its day, and times are in UTC',
    plant: {
      'GET /attendance': async ({ call, ask }) => {
        const [start, end] = [call.query.get('start_date'), call.query.get('end_date')];
        const asked =
          start && end && start >= end
            ? withData(
                withRows(ask(), () => []),
                (page) => ({ ...page, total: 0, last_page: 1 }),
              )
            : ask(query(call, { end_date: end ? dayBefore(end) : undefined }));
        return withEachRow(asked, (row) => ({ ...row, timestamp: String(row.timestamp).replace('+00:00', 'Z') }));
      },
    },
    named: [
      {
        call: 'GET /attendance',
        claim: 'The counts of single days add up to the count of the span',
        field: 'total',
        says: /0 on \S+, 0 on \S+, 0 on \S+, but \d+ from .*; both start_date and end_date must include the whole day/,
        shown: "'No attendance records found' today",
      },
    ],
  },
  {
    fault: 'statistics count other records than the list shows',
    plant: {
      'GET /attendance/statistics': ({ ask }) => withData(ask(), (data) => ({ ...data, check_ins: 0 })),
    },
    named: [
      {
        call: 'GET /attendance/statistics',
        claim: 'Statistics count the records of the list: check_ins',
        field: 'check_ins',
        says: /It is 0, but GET \/attendance\?.*event_type=check-in has \d+; count with the conditions of the list/,
      },
    ],
  },
];
