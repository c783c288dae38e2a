// A process that can die at any statement: from then on nothing of it reaches the database.

import type { Db, Queries } from '../../server/db/db.ts';

export class Died extends Error {}

/** `dies` is asked before and after every statement and every commit. */
export function mortal(db: Db, dies: () => boolean): Db {
  let isDead = false;
  const live = () => {
    isDead ||= dies();
    if (isDead) throw new Died('The process died');
  };
  const around = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    live();
    const result = await work();
    live();
    return result;
  };
  const mortalQueries = (queries: Queries): Queries => ({
    dialect: queries.dialect,
    all: (statement) => around(() => queries.all(statement)),
    run: (statement) => around(() => queries.run(statement)),
    exec: (script) => around(() => queries.exec(script)),
  });
  return {
    ...mortalQueries(db),
    tx: (work) => around(() => db.tx((queries) => work(mortalQueries(queries)))),
    close: () => db.close(),
  };
}
