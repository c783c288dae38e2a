// Proves that a written file keeps every value, can be read by Python's csv, and contains nothing a spreadsheet would
// run.

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { csvRow, guarded, unguarded, writeCsv } from '../../../../src/platform/csv/writeCsv.ts';
import { need } from '../../../support/tools.ts';

const nasty = [
  '00123',
  'a,b',
  'a;b',
  'tab\there',
  'two\r\nlines',
  'say "hi"',
  ' spaced ',
  '',
  'Żółć 李明 محمد',
  "O'Neill",
];

const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());

test('another program reads the same cells', async () => {
  const file = await bytesOf(writeCsv([nasty, [...nasty].reverse()], { exact: true }));
  const program =
    'import csv,io,json,sys; print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.buffer.read().decode("utf-8-sig"), newline="")))))';
  const read: unknown = JSON.parse(execFileSync(need('python3'), ['-c', program], { input: file, encoding: 'utf8' }));
  expect(read).toEqual([nasty, [...nasty].reverse()]);
});

test('a file begins with a byte order mark and ends each row with CRLF', async () => {
  const file = await bytesOf(writeCsv([['a', 'ü']]));
  expect([...file]).toEqual([0xef, 0xbb, 0xbf, 0x61, 0x2c, 0xc3, 0xbc, 0x0d, 0x0a]);
});

test('formulas are written as text, unless exact values are asked for', () => {
  for (const risky of ['=1+1', '+49-30-12', '-1+2', '@SUM(A1)', '\t=1', ' =1', '＝1', "'=1"]) {
    expect(guarded(risky)).toBe(`'${risky}`);
    expect(csvRow([risky], { exact: true })).not.toContain(`'${risky}`);
  }
  for (const harmless of ['-12.5', 'a=b', "O'Neill", "'quoted'", '']) expect(guarded(harmless)).toBe(harmless);
});

test('taking the guard away gives back exactly what was written', () => {
  for (const text of ['=1', "'=1", "''+1", '-5', "'-5", ' @x', "'", 'x', "'x"])
    expect(unguarded(guarded(text))).toBe(text);
});
