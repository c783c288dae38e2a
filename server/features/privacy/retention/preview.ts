// The dry run: what the daily job would remove by these terms if it ran now.

import { type CountedRows, dataClasses, type RetentionPreview } from '../../../../src/shared/contract/privacy.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { currentClocks } from '../../settings/clocks.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { cutoffOf, lastKeptDay, type Terms, warningAbout } from './rules.ts';
import { notHeld, type Part, partsOf } from './parts.ts';

export async function previewRetention(queries: Queries, terms: Terms, now: Date): Promise<RetentionPreview> {
  const clocks = await currentClocks(queries);
  const classes: RetentionPreview['classes'] = [];
  for (const data_class of dataClasses) {
    const keep_months = terms[data_class];
    const warning = warningAbout(data_class, keep_months);
    if (keep_months === null) {
      classes.push({ data_class, keep_months, before: '', oldest: '', goes: [], held: [], warning });
      continue;
    }
    const before = lastKeptDay(clocks, keep_months, now);
    const cutoff = cutoffOf(clocks, before);
    const counts = [];
    for (const part of partsOf[data_class](cutoff, instantOf(now))) counts.push(await countPart(queries, part));
    const [oldest = ''] = counts.flatMap((count) => (count.oldest === null ? [] : [count.oldest])).toSorted();
    classes.push({
      data_class,
      keep_months,
      before,
      oldest: oldest && clocks.ofInstallation.wallClock(oldest),
      goes: counts.map(({ goes }) => goes).filter(({ rows }) => rows > 0),
      held: counts.map(({ held }) => held).filter(({ rows }) => rows > 0),
      warning,
    });
  }
  return { classes };
}

interface Counted {
  readonly goes: CountedRows;
  readonly held: CountedRows;
  /** An instant; null if nothing goes. */
  readonly oldest: string | null;
}

async function countPart(queries: Queries, { what, table, isOld, isHeld, at }: Part): Promise<Counted> {
  const goes = await one<{ total: number; oldest: string | null }>(
    queries,
    sql`select count(*) as total, min(${at}) as oldest from ${table} where ${isOld} and ${notHeld(isHeld)}`,
  );
  const held = await one<{ total: number }>(
    queries,
    sql`select count(*) as total from ${table} where ${isOld} and (${isHeld})`,
  );
  return { goes: { what, rows: goes.total }, held: { what, rows: held.total }, oldest: goes.oldest };
}
