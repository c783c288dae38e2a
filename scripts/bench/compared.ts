// Compares calls with the bare query for the same rows, in alternation, by medians. An HTTP server that only looks up
// the session also runs the bare query, which is the minimum for a call over HTTP.

import { createServer } from 'node:http';
import { hashOfToken } from '../../server/platform/crypto/hashes.ts';
import { sql } from '../../server/platform/db/db.ts';
import { close, listen } from '../../tests/support/server/ports.ts';
import { medians, type Served } from './served.ts';

export interface Compared {
  readonly name: string;
  readonly ask: (page: number) => Promise<unknown>;
  readonly bare: (page: number) => Promise<unknown>;
  /** Number of pages to read; default 1. */
  readonly pages?: number;
  /** Concurrent requests for pages; default 1. The bare query always reads one after another. */
  readonly atOnce?: number;
  /** Default: at least 15, and as many as fit into a second, since the median of short calls takes more runs. */
  readonly runs?: number;
}

const leastRuns = 15;
const usualMs = 1_000;

export async function compareAll(served: Served, all: readonly Compared[]): Promise<void> {
  console.log(`\n${served.name.padEnd(46)} server ms   bare ms     ratio  bare HTTP     ratio`);
  const floor = await startBareServer(served);
  for (const { name, ask, bare, pages = 1, atOnce = 1, runs } of all) {
    const ways = [
      () => readAll(pages, atOnce, ask),
      () => readAll(pages, 1, bare),
      () => readAll(pages, 1, floor.through(bare)),
    ];
    for (const read of ways) await read();
    const started = performance.now();
    const isEnough = (done: number) =>
      runs === undefined ? done >= leastRuns && performance.now() - started > usualMs : done >= runs;
    const [ours = 0, query = 0, overHttp = 0] = await medians(ways, isEnough);
    const figures = [ours, query, ours / query, overHttp, ours / overHttp];
    console.log(name.padEnd(46) + figures.map((figure) => figure.toFixed(2).padStart(10)).join(''));
  }
  await floor.stop();
}

/** Reads the first page alone, since it tells the number of pages. */
async function readAll(pages: number, atOnce: number, read: (page: number) => Promise<unknown>): Promise<void> {
  await read(1);
  let next = 2;
  const reader = async () => {
    while (next <= pages) await read(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, reader));
}

async function startBareServer({ db, token }: Served) {
  let answer: () => Promise<unknown> = async () => [];
  const server = createServer(async (_request, response) => {
    await db.all(sql`select * from sessions join users on users.id = user_id where token_hash = ${hashOfToken(token)}`);
    const body = JSON.stringify(await answer());
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    through: (query: Compared['bare']) => async (page: number) => {
      answer = () => query(page);
      return (await fetch(url)).text();
    },
    stop: () => close(server),
  };
}
