// Sends each call over HTTP several times, in turns, and prints medians.

import { answerDecoder } from '../../../src/shared/contract/calls.ts';
import { ChainVerifier } from '../../../src/features/audit/export/verifyChain.ts';
import { type Get, onBothDatabases, type Served, timed } from '../served.ts';
import { addEntries } from './entries.ts';

const runs = 7;

const calls = (entries: number): Readonly<Record<string, string>> => ({
  'first page': '/audit',
  'page in the middle': `/audit?before=${Math.floor(entries / 2)}`,
  'last page': '/audit?before=60',
  'a month a year ago': `/audit?from=${daysAgo(360)}&to=${daysAgo(330)}`,
  'a person': '/audit?user_id=7',
  'a record': '/audit?subject=employees&subject_id=14',
  'a rare action': '/audit?action=settings.edit',
  'a rare action of a person': '/audit?action=settings.edit&user_id=1',
  'a search that finds many': '/audit?q=department',
  'a search that finds nothing (10,000 entries)': '/audit?q=nobody+at+all',
  'one entry': `/audit/${Math.floor(entries / 2)}`,
  head: '/audit/head',
  '500 lines of the chain': `/audit/chain?after=${Math.floor(entries / 2)}&limit=500`,
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

export async function measureAll(entries: number): Promise<void> {
  await onBothDatabases(
    { employeesPerCompany: 1, days: 0 },
    (db) => addEntries(db, entries),
    (served) => measure(served, entries),
  );
}

async function measure({ name, administrator }: Served, entries: number): Promise<void> {
  const all = Object.entries(calls(entries));
  const times = new Map<string, number[]>(all.map(([call]) => [call, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const [call, path] of all) times.get(call)?.push(await timed(() => administrator(path)));
  }
  const first = median(times.get('first page') ?? []);
  console.log(`\n${name}, ${entries} entries`);
  for (const [call, measured] of times) {
    const time = median(measured);
    console.log(`  ${call.padEnd(46)} ${time.toFixed(1).padStart(8)} ms ${(time / first).toFixed(1).padStart(7)} ×`);
  }
  const whole = await timed(() => verify(administrator, entries));
  console.log(`  ${'reading and verifying the whole chain'.padEnd(46)} ${(whole / 1000).toFixed(1).padStart(8)} s`);
}

async function verify(get: Get, entries: number): Promise<void> {
  const verifier = new ChainVerifier();
  for (let last = 0; last < entries; ) {
    const answer: { data: unknown } = JSON.parse(await get(`/audit/chain?after=${last}&limit=1000`));
    const lines = answerDecoder('GET /audit/chain')(answer.data);
    await verifier.add(lines.map(({ hash, entry, values }) => ({ hash, entry, values })));
    last = lines.at(-1)?.id ?? entries;
  }
  const { fault } = verifier.end();
  if (fault) throw new Error(`Line ${fault.line}: ${fault.words}`);
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
