// The statements that a server sends to its database: their plans, how many of them write, and a crash at any of them.

import { vi } from 'vitest';
import {
  type BooleanColumns,
  type Db,
  type Queries,
  type Sql,
  StatementTexts,
  sql,
} from '../../../server/platform/db/db.ts';

/** The query plan of every statement that `work` runs, in and outside transactions, one step per line. */
export async function planOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<string> {
  const steps: string[] = [];
  const explained = <Q extends Queries>(queries: Q): Q => {
    const explain = async (statement: Sql) => {
      const how = db.dialect === 'sqlite' ? sql`explain query plan` : sql`explain`;
      const rows = await queries.all<{ detail?: string; 'QUERY PLAN'?: string }>(sql`${how} ${statement}`);
      steps.push(...rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? ''));
    };
    return {
      ...queries,
      async all<Row>(statement: Sql, ...booleans: BooleanColumns<Row>) {
        await explain(statement);
        return queries.all<Row>(statement, ...booleans);
      },
      async run(statement: Sql) {
        await explain(statement);
        return queries.run(statement);
      },
    };
  };
  await work({ ...explained(db), tx: (inside) => db.tx((queries) => inside(explained(queries))) });
  return steps.join('\n');
}

const texts = new StatementTexts('sqlite', () => '?');

/** The statement's text for SQLite, for tests that look at statements. */
export const textOf = (statement: Sql): string => texts.of(statement);

/**
 * Counts a server's writes: statements other than selects, and transactions. The returned function returns the number
 * of writes since.
 */
export function countWrites(db: Db): () => number {
  const [all, run, exec, tx] = [vi.spyOn(db, 'all'), vi.spyOn(db, 'run'), vi.spyOn(db, 'exec'), vi.spyOn(db, 'tx')];
  return () => {
    const writing = all.mock.calls.filter(([statement]) => !/^\s*select\b/.test(textOf(statement)));
    return [writing, run.mock.calls, exec.mock.calls, tx.mock.calls].flat().length;
  };
}

export class Crashed extends Error {}

/**
 * The database as seen by a process that can crash at any statement; after a crash it can no longer reach the database.
 * `crashes` is called before and after every statement and transaction.
 */
export function crashable(db: Db, crashes: () => boolean): Db {
  let hasCrashed = false;
  const check = () => {
    hasCrashed ||= crashes();
    if (hasCrashed) throw new Crashed('The process crashed');
  };
  const around = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    check();
    const result = await work();
    check();
    return result;
  };
  const crashableQueries = (queries: Queries): Queries => ({
    ...queries,
    all: (statement, ...booleans) => around(() => queries.all(statement, ...booleans)),
    run: (statement) => around(() => queries.run(statement)),
    exec: (script) => around(() => queries.exec(script)),
  });
  return {
    ...crashableQueries(db),
    tx: (work) => around(() => db.tx((queries) => work(crashableQueries(queries)))),
    checkWritable: () => db.checkWritable(),
    close: () => db.close(),
  };
}
