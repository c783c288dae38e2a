// What exported timesheets contain, whatever their format.

import type { TimesheetRow } from '../../../shared/contract/timesheets.ts';
import { plural } from '../../../shared/words/plural.ts';
import { hoursAndMinutes } from '../../../shared/words/workedTime.ts';
import type { Fact } from '../../../platform/export/proof/about.ts';

export interface TimesheetFile {
  /** 'November 2026' */
  period: string;
  /** All of the period, 'YYYY-MM-DD'. */
  days: readonly string[];
  rows: readonly TimesheetRow[];
  origin: TimesheetOrigin;
}

/** What only the page knows. */
export interface TimesheetOrigin {
  readonly filters: readonly { label: string; value: string }[];
  readonly zone: string;
  readonly user: string;
  readonly exportedOn: string;
  /** As the server counts them; undefined where it was asked for one person. */
  readonly people: number | undefined;
  /** Why rows may be missing; empty if none are. */
  readonly notes: readonly string[];
}

/** `missing`: the characters that no font of a PDF has. */
export interface TimesheetReply {
  kind: 'written';
  blob: Blob;
  missing: readonly string[];
}

/** A file with its own totals can be compared with others. */
export function factsOf({ period, rows, origin }: TimesheetFile): Fact[] {
  const sum = (count: (row: TimesheetRow) => number) => rows.reduce((total, row) => total + count(row), 0);
  const waiting = sum(({ exceptions }) => exceptions);
  return [
    ['Period', period],
    ...origin.filters.map(({ label, value }): Fact => [`Filter: ${label}`, value]),
    ...(origin.zone ? [['Time zone', origin.zone] as const] : []),
    ['Exported by', origin.user],
    ['Exported on', origin.exportedOn],
    ...(origin.people === undefined ? [] : [['People counted by the server', String(origin.people)] as const]),
    ['People in this file', String(rows.length)],
    ['Days with events', String(sum(({ days }) => days.length))],
    ['Days present', String(sum(({ days_present }) => days_present))],
    ['Worked in total', hoursAndMinutes(sum(({ worked_minutes }) => worked_minutes))],
    ['Breaks in total', hoursAndMinutes(sum(({ break_minutes }) => break_minutes))],
    ...(waiting > 0
      ? [['Note', `${plural(waiting, 'exception')} still ${waiting === 1 ? 'waits' : 'wait'} for an answer`] as const]
      : []),
    ...(origin.notes.length > 0
      ? origin.notes.map((note): Fact => ['Note', note])
      : [['Completeness', 'Every person in the list, once, as of a single moment'] as const]),
  ];
}
