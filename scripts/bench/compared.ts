// Compares calls of the server with the bare query for the same rows, in turns, by medians. The bare query is also asked of
// an HTTP server that does nothing else: what a call over HTTP costs at least.

import { createServer } from 'node:http';
import { median } from '../figures.ts';
import { timed } from './served.ts';

export interface Compared {
  readonly name: string;
  readonly ask: (page: number) => Promise<unknown>;
  readonly bare: (page: number) => Promise<unknown>;
  /** How many pages are read; usually one. */
  readonly pages?: number;
  /** How many of these are asked for at a time; usually one. The bare query always reads one after another. */
  readonly atOnce?: number;
  readonly runs?: number;
}

const usualRuns = 15;

export async function compareAll(title: string, all: readonly Compared[]): Promise<void> {
  console.log(`\n${title.padEnd(46)} server ms   bare ms     ratio  bare HTTP     ratio`);
  const floor = await startBareServer();
  for (const { name, ask, bare, pages = 1, atOnce = 1, runs = usualRuns } of all) {
    const ways = [
      () => readAll(pages, atOnce, ask),
      () => readAll(pages, 1, bare),
      () => readAll(pages, 1, floor.through(bare)),
    ];
    const times: number[][] = ways.map(() => []);
    if (runs > 1) for (const read of ways) await read();
    for (let run = 0; run < runs; run++)
      for (const [index, read] of ways.entries()) times[index]?.push(await timed(read));
    const [ours = 0, query = 0, overHttp = 0] = times.map(median);
    const figures = [ours, query, ours / query, overHttp, ours / overHttp];
    console.log(name.padEnd(46) + figures.map((figure) => figure.toFixed(2).padStart(10)).join(''));
  }
  floor.stop();
}

/** The first page alone, since it says how many there are. */
async function readAll(pages: number, atOnce: number, read: (page: number) => Promise<unknown>): Promise<void> {
  await read(1);
  let next = 2;
  const reader = async () => {
    while (next <= pages) await read(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, reader));
}

interface BareServer {
  through(query: Compared['bare']): Compared['bare'];
  stop(): void;
}

async function startBareServer(): Promise<BareServer> {
  let answer: () => Promise<unknown> = async () => [];
  const server = createServer(async (_request, response) => {
    const body = JSON.stringify(await answer());
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    through: (query) => async (page) => {
      answer = () => query(page);
      return (await fetch(url)).text();
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
