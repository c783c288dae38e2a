// A database handle whose process can crash at any statement: after that, nothing from it reaches the database.

import type { Db, Queries } from '../../../server/platform/db/db.ts';

export class Crashed extends Error {}

/** `crashes` is called before and after every statement and every commit. */
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
    checkRoom: () => db.checkRoom(),
    close: () => db.close(),
  };
}
