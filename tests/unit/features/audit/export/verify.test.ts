// Verification of an exported audit: ours, and the Python one in docs/audit.md, which was written from the document
// alone. Both run on a real export and on broken ones, and agree on the first broken line.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../../server/platform/db/db.ts';
import { linesOf } from '../../../../../src/features/audit/export/fileLines.ts';
import { idsOf, readSome, readWhole } from '../../../../../src/features/audit/export/readChain.ts';
import {
  ChainVerifier,
  type ExactLine,
  lineText,
  readLine,
} from '../../../../../src/features/audit/export/verifyChain.ts';
import { createClient } from '../../../../../src/platform/api/client.ts';
import { codeBlock } from '../../../../support/documents.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';

const { signal } = new AbortController();
const hostile = [
  '"quoted\\"',
  'Größe',
  '🙂 \u2028\u2029',
  '\u0007\u001f\u007f',
  '<img onerror=1>',
  '=1+1',
  '\ud800',
  '{"sha256":"x"}',
];

let server: TestServer;
let folder = '';
let lines: readonly ExactLine[] = [];
let head = '';

beforeAll(async () => {
  server = await startServer();
  const token = await server.signIn(server.users.administrator);
  for (const [index, value] of hostile.entries()) {
    const body = { key: `key_${index}`, value, type: 'string', description: value, is_public: false };
    await server.ask('POST /settings', { token, body });
  }
  await server.db.run(sql`delete from audit_values where entry_id = 4`);
  const api = createClient({ base: server.api, token: () => token });
  const last = (await api('GET /audit/head', {})).data;
  head = last.hash;
  const whole: ExactLine[] = [];
  for await (const batch of readWhole(api, last.id, signal)) {
    // Entries arrive while it is read.
    await server.ask('POST /auth/login', { body: { email: 'x@y.example', password: 'wrong' } });
    whole.push(...batch);
  }
  lines = whole;
  folder = mkdtempSync(path.join(tmpdir(), 'rollcall-audit-'));
  writeFileSync(path.join(folder, 'verify.py'), codeBlock('docs/audit.md', '# python3 verify.py'));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const textOf = (all: readonly ExactLine[]) => all.map((line) => `${lineText(line, false)}\n`).join('');

async function ours(text: string, noted = '') {
  const verifier = new ChainVerifier(noted);
  for await (const batch of linesOf(new Blob([text]))) await verifier.add(batch.lines.map(readLine));
  return verifier.end();
}

test.each([
  ['a field more', (line: string) => line.replace(/}$/, ',"note":"approved"}')],
  ['a field twice, of which a reader may take the first', (line: string) => line.replace('{', '{"entry":"{}",')],
  ['spaces', (line: string) => line.replace('{', '{ ')],
  [
    'fields in another order',
    (line: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse())),
  ],
])('a line with %s is not what was exported', async (_name, change) => {
  const [line = '', ...rest] = textOf(lines).split('\n');
  expect((await ours([change(line), ...rest].join('\n'))).fault?.line).toBe(1);
});

/** Verifies in Python; `line` is the first broken one, or undefined if the export is intact. */
function inPython(text: string, noted = ''): { line: number | undefined; said: string } {
  const file = path.join(folder, 'export.jsonl');
  writeFileSync(file, text);
  try {
    const said = execFileSync('python3', [path.join(folder, 'verify.py'), file, ...(noted ? [noted] : [])], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return { line: undefined, said };
  } catch (error) {
    const said = String(Object(error).stderr);
    return { line: Number(/^Line (\d+) is/.exec(said)?.[1]), said };
  }
}

async function expectBoth(text: string, line: number | undefined, noted = '') {
  const [our, their] = [await ours(text, noted), inPython(text, noted)];
  expect([our.fault?.line, their.line]).toEqual([line, line]);
  return { our, their };
}

test('a real export is whole, with hostile and with erased values, and ends with the head at its beginning', async () => {
  const { our, their } = await expectBoth(textOf(lines), undefined);
  expect(our).toMatchObject({ entries: lines.length, head, erased: 1, isSelection: false });
  expect(their.said).toBe(`Whole: ${lines.length} entries, the last has the hash ${head}\n`);
  expect(lines.length).toBeGreaterThan(8);
  await expectBoth(textOf(lines), undefined, lines[2]?.hash);
});

const changed = (index: number, change: (line: ExactLine) => ExactLine) =>
  lines.map((line, place) => (place === index ? change(line) : line));
const swapped = (one: number) => {
  const copy = [...lines];
  copy.splice(one, 2, ...lines.slice(one, one + 2).toReversed());
  return copy;
};

describe('the first broken line is found', () => {
  test.each<[string, () => readonly ExactLine[], number, RegExp]>([
    [
      'an altered entry',
      () => changed(5, (line) => ({ ...line, entry: line.entry.replace('settings.create', 'settings.delete') })),
      6,
      /^entry 6 was altered/,
    ],
    ['an altered hash', () => changed(5, (line) => ({ ...line, hash: 'f'.repeat(64) })), 6, /^entry 6 was altered/],
    ['the first one removed', () => lines.slice(1), 1, /^entry 1 is missing; entry 2 stands here$/],
    ['one removed', () => lines.toSpliced(4, 1), 5, /^entry 5 is missing; entry 6 stands here$/],
    ['two reordered', () => swapped(2), 3, /^entry 3 is missing; entry 4 stands here$/],
    ['one repeated', () => lines.toSpliced(4, 0, ...lines.slice(3, 4)), 5, /^entry 4 stands in the wrong place$/],
    [
      'an altered value',
      () =>
        changed(6, (line) => ({ ...line, values: line.values.map(([salt, value]) => [salt, `${value}!`] as const) })),
      7,
      /^a value beside entry 7 was altered$/,
    ],
    [
      'a value that belongs nowhere',
      () => changed(3, (line) => ({ ...line, values: [['salt', 'somebody']] })),
      4,
      /^a value beside entry 4 was altered$/,
    ],
  ])('%s', async (_, broken, line, words) => {
    const { our } = await expectBoth(textOf(broken()), line);
    expect(our.fault?.words).toMatch(words);
    expect(our.entries).toBe(line - 1);
  });

  test('an end that was cut off, with the hash that was noted; without it nothing shows', async () => {
    const cut = textOf(lines.slice(0, -2));
    await expectBoth(cut, undefined);
    const { our } = await expectBoth(cut, lines.length - 1, head);
    expect(our.fault?.words).toMatch(/^no entry has the hash that was noted/);
  });

  test('an end that the server itself no longer has', async () => {
    const verifier = new ChainVerifier();
    await verifier.add(lines.slice(0, -1));
    expect(verifier.end({ id: lines.length, hash: head }).fault?.words).toMatch(/^the end is missing/);
  });

  test.each([
    'not json',
    '{}',
    '[]',
    'null',
    '{"hash":"x","entry":"y","values":[]}',
    '{"hash":1,"entry":"{}","values":[]}',
  ])('a line that says %s', async (text) => {
    const [first, ...rest] = textOf(lines).split('\n');
    await expectBoth([first, text, ...rest].join('\n'), 2);
  });

  test('everything rewritten, with the hash that was noted', async () => {
    await expectBoth(textOf(lines), lines.length + 1, 'a'.repeat(64));
  });
});

test('a selection is verified entry by entry, and says what it is', async () => {
  const token = await server.signIn(server.users.administrator);
  const api = createClient({ base: server.api, token: () => token });
  const ids = await idsOf(api, { subject: 'settings' }, lines.length, signal);
  expect(ids).toEqual([...ids].sort((one, other) => one - other));
  const some: ExactLine[] = [];
  for await (const batch of readSome(
    api,
    ids.filter((id) => id !== 6),
    signal,
  ))
    some.push(...batch);
  const text = some.map((line) => `${lineText(line, true)}\n`).join('');
  expect(await ours(text)).toMatchObject({ entries: hostile.length - 1, isSelection: true, fault: undefined });
  const moved = [some[1], some[0], ...some.slice(2)].map((line) => (line ? `${lineText(line, true)}\n` : '')).join('');
  expect((await ours(moved)).fault?.line).toBe(2);
  const altered = text.replace('settings.create', 'settings.edit');
  expect((await ours(altered)).fault?.line).toBe(1);
});
