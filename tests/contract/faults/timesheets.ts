// Faults of timesheets: sums that are none, and people of other companies.

import { type Fault, unscoped, withData, withEachRow } from './fault.ts';

const later = (minutes: unknown) => Number(minutes) + 1;

export const timesheetFaults: readonly Fault[] = [
  {
    fault: 'the total of a row is not the sum of its days',
    plant: {
      'GET /timesheets': ({ ask }) =>
        withEachRow(ask(), (row) => ({ ...row, break_minutes: later(row.break_minutes) })),
      'GET /timesheets/{id}': ({ ask }) =>
        withData(ask(), (sheet) => ({ ...sheet, break_minutes: later(sheet.break_minutes) })),
    },
    named: [
      {
        call: 'GET /timesheets',
        claim: 'The days of a row are in the period, each once, and add up',
        field: 'break_minutes',
        says: /has \d+, and the days have \d+/,
        shown: 'A total that is not the sum',
      },
    ],
  },
  {
    fault: "a person's sheet counts more than the list",
    plant: {
      'GET /timesheets/{id}': ({ ask }) =>
        withData(ask(), (sheet) => ({ ...sheet, worked_minutes: later(sheet.worked_minutes) })),
    },
    named: [
      {
        call: 'GET /timesheets/{id}',
        claim: 'A sheet says the same as its row',
        field: 'worked_minutes',
        says: /has \d+ in the list, and \d+ in the sheet/,
      },
    ],
  },
  {
    fault: 'timesheets have the people of all companies',
    plant: { 'GET /timesheets': unscoped },
    with: ['limited'],
    named: [
      {
        call: 'GET /timesheets',
        claim: 'The limited account gets people of its own companies only',
        field: 'data',
        says: /is of company \d+, which is not the account's/,
        shown: 'The working hours of people of other companies',
      },
    ],
  },
];
