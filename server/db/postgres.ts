// PostgreSQL: for several server processes, or more data than one file should hold.

import postgres from 'postgres';
import { type BooleanColumns, ConstraintError, type Db, type Queries } from './db.ts';
import { type Sql, textOf } from './sql.ts';

const types = {
  // Instants stay text, as in the rest of the server.
  instant: {
    to: 25,
    from: [1082, 1114, 1184],
    serialize: (text: string) => text,
    parse: (text: string) => text,
  },
  count: { to: 20, from: [20], serialize: String, parse: Number },
};

type Runner = Pick<postgres.Sql<{ instant: string; count: number }>, 'unsafe'>;

export function openPostgres(url: string): Db {
  const connections = postgres(url, { max: 10, onnotice() {}, types, connection: { TimeZone: 'UTC' } });
  return {
    ...queriesOf(connections),
    async tx<Result>(work: (queries: Queries) => Promise<Result>) {
      for (let attempt = 1; ; attempt++) {
        try {
          // Wrapped in an object, because the driver would await each item of an array.
          const { result } = await connections.begin(async (transaction) => ({
            result: await work(queriesOf(transaction)),
          }));
          return result;
        } catch (error) {
          if (attempt === 3 || !isRetryable(error)) throw translated(error);
        }
      }
    },
    close: () => connections.end({ timeout: 5 }),
  };
}

function queriesOf(runner: Runner): Queries {
  const send = async ({ values }: Sql, text: string) => {
    try {
      return await runner.unsafe(text, [...values], { prepare: true });
    } catch (error) {
      throw translated(error);
    }
  };
  const numbered = (statement: Sql) => textOf(statement, (number) => `$${number}`);
  return {
    dialect: 'postgres',
    async all<Row>(statement: Sql, ..._booleans: BooleanColumns<Row>) {
      return [...(await send(statement, numbered(statement)))] as Row[];
    },
    run: async (statement) => (await send(statement, numbered(statement))).count,
    async exec(script) {
      await runner.unsafe(script);
    },
  };
}

const codeOf = (error: unknown) => (error instanceof postgres.PostgresError ? error.code : undefined);

/** Serialisation failure or deadlock: PostgreSQL asks clients to retry these. */
const isRetryable = (error: unknown) => codeOf(error) === '40001' || codeOf(error) === '40P01';

function translated(error: unknown): unknown {
  if (codeOf(error) === '23505') return new ConstraintError('unique', error);
  if (codeOf(error) === '23503') return new ConstraintError('foreignKey', error);
  return error;
}
