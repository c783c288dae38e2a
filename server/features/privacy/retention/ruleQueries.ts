// The retention rules as stored.

import {
  type ChosenRule,
  type DataClass,
  dataClasses,
  type RetentionRules,
} from '../../../../src/shared/contract/privacy.ts';
import { type Caller, can } from '../../../platform/access/caller.ts';
import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { classesInWords } from './dataClasses.ts';

/** By class; null keeps for ever. */
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

export async function storeTerms(queries: Queries, terms: Terms): Promise<void> {
  await queries.run(sql`delete from retention_rules`);
  for (const dataClass of dataClasses) {
    const months = terms[dataClass];
    if (months === null) continue;
    await queries.run(sql`insert into retention_rules (data_class, keep_months) values (${dataClass}, ${months})`);
  }
}

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
  const { wallClock } = await currentBusinessTime(queries);
  const removed = can(caller, 'companies.all') ? countsIn(last.removed) : null;
  return { rules, last_run: { at: wallClock(last.finished_at), removed } };
}

/** Of a run, as it was stored. */
export function countsIn(removed: string): { what: string; rows: number }[] {
  const counts: unknown = JSON.parse(removed);
  return Object.entries(counts ?? {}).map(([what, rows]) => ({ what, rows: Number(rows) }));
}
