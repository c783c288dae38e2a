// The retention rules: as stored, in words, and as dates.

import {
  type ChosenRule,
  type DataClass,
  dataClasses,
  type RetentionRules,
} from '../../../../src/shared/contract/privacy.ts';
import { type Caller, can } from '../../../platform/access/caller.ts';
import { maybeOne, type Queries, sql } from '../../../platform/db/db.ts';
import type { Clocks } from '../../../platform/time/clock.ts';
import { currentClocks, earliestDay, widestPeriod } from '../../settings/clocks.ts';

/** Months for which each class is kept; null means forever. */
export type Terms = Readonly<Record<DataClass, number | null>>;

export async function storedTerms(queries: Queries): Promise<Terms> {
  const rows = await queries.all<{ data_class: string; keep_months: number }>(
    sql`select data_class, keep_months from retention_rules`,
  );
  return termsWith(everything, rows.filter(isChosen));
}

const everything: Terms = { attendance: null, audit_values: null, mails: null, sign_ins: null, device_notes: null };

const isChosen = (row: { data_class: string; keep_months: number }): row is ChosenRule & { keep_months: number } =>
  dataClasses.some((known) => known === row.data_class);

export const termsWith = (terms: Terms, rules: readonly ChosenRule[]): Terms => ({
  ...terms,
  ...Object.fromEntries(rules.map(({ data_class, keep_months }) => [data_class, keep_months])),
});

export async function shownRules(queries: Queries, caller: Caller): Promise<RetentionRules> {
  const terms = await storedTerms(queries);
  const rules = dataClasses.map((data_class) => ({
    data_class,
    keep_months: terms[data_class],
    ...classesInWords[data_class],
  }));
  const last = await maybeOne<{ finished_at: string; removed: string }>(
    queries,
    sql`select finished_at, removed from retention_runs where finished_at is not null order by run_on desc limit 1`,
  );
  if (!last) return { rules, last_run: null };
  const { wallClock } = (await currentClocks(queries)).ofInstallation;
  const removed = can(caller, 'companies.all') ? countsIn(last.removed) : null;
  return { rules, last_run: { at: wallClock(last.finished_at), removed } };
}

/** Reads the stored counts of a run. */
function countsIn(removed: string): { what: string; rows: number }[] {
  const counts: unknown = JSON.parse(removed);
  return Object.entries(counts ?? {}).map(([what, rows]) => ({ what, rows: Number(rows) }));
}

type ClassInWords = Omit<RetentionRules['rules'][number], keyof ChosenRule>;

const classesInWords: Readonly<Record<DataClass, ClassInWords>> = {
  attendance: {
    name: 'Attendance',
    holds:
      'Attendance records, the events as devices sent them, deliveries to HR systems, corrections, and roll calls that ended',
    advised_months: 36,
    advice: 'Laws on working time commonly ask for records of two to three years, some for longer',
  },
  audit_values: {
    name: 'Personal values of the audit',
    holds: 'Names, addresses and other texts beside the audit; the audit itself stays, and still verifies',
    advised_months: 12,
    advice: 'Security reviews commonly ask for a year of logs with who did what from where',
  },
  mails: {
    name: 'Sent e-mails',
    holds: 'To whom which e-mail was sent, and e-mails that expired before they could be sent',
    advised_months: null,
    advice: '',
  },
  sign_ins: {
    name: 'Sign-ins',
    holds: 'Sessions and API tokens that ended, from where people signed in, used links, and counters of attempts',
    advised_months: null,
    advice: '',
  },
  device_notes: {
    name: 'Device notes',
    holds: 'What happened at devices beside their events, and what they answered to commands',
    advised_months: null,
    advice: '',
  },
};

/** Why one may want to keep the data longer; empty if nothing is known to require it. */
export function warningAbout(dataClass: DataClass, keepMonths: number | null): string {
  const { name, advised_months, advice } = classesInWords[dataClass];
  if (keepMonths === null || advised_months === null || keepMonths >= advised_months) return '';
  return `${name}: ${keepMonths} months are less than the usual ${advised_months}. ${advice}. Please check which law applies to you`;
}

/** '2026-03-31' and 1 -> '2026-02-28' */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** The first day kept by every company's calendar: everything before it goes. */
export const firstKeptDay = (clocks: Clocks, keepMonths: number, now: Date): string =>
  monthsBefore(earliestDay(clocks, now), keepMonths);

/** The instant before which rows are removed. No company loses part of a kept day. */
export const cutoffOf = (clocks: Clocks, keptFrom: string): string =>
  widestPeriod({ from: keptFrom, until: keptFrom }, clocks).from;
