// Asks the primary which processes work for its clients.

import { withTimeLimit } from '../../concurrency/timeLimit.ts';
import { type Connection, LostConnection } from './connection.ts';
import { reported } from './reported.ts';

const list = `select pid || ' since ' || backend_start as backend from pg_stat_activity where datname = current_database()`;

/** Tells of a process whether the primary has it. Without an answer it has none. */
export async function backendsAtWork(
  open: () => Promise<Connection>,
  withinMs: number,
): Promise<(backend: string) => boolean> {
  try {
    const connection = await open();
    const late = () => new LostConnection(`No answer within ${withinMs} ms`);
    const rows = await withTimeLimit(connection.send(list, []), withinMs, late);
    void connection.close();
    const backends = new Set<unknown>(rows.map(({ backend }) => backend));
    return (backend) => backends.has(backend);
  } catch (error) {
    const isCrowded = error instanceof LostConnection && isTooMany(error.cause);
    return () => isCrowded;
  }
}

/** It does answer, and has no room for another connection. */
const isTooMany = (error: unknown) => reported(error)?.code === '53300';
