// A terminal's file is sent in portions that the server accepts: limited in lines, and smaller than a megabyte.

import { expect, test } from 'vitest';
import { readFile } from '../../../../src/features/devices/file/readFile.ts';
import { linesAtOnce } from '../../../../src/shared/contract/deviceEvents.ts';

const megabyte = 1 << 20;
const sizeOf = (portion: unknown) => new TextEncoder().encode(JSON.stringify(portion)).length;

test.each([
  ['letters of three bytes', '考勤机'.repeat(50)],
  ['signs that JSON writes as two', '\\'.repeat(150)],
  ['letters of one byte', 'x'.repeat(150)],
])('a portion of wide lines fits into a request: %s', async (_, note) => {
  const lines = Array.from({ length: 3_000 }, (_, index) => `${index},2026-03-10 08:00:00,${note},${note}`);
  const { portions, header } = await readFile(new File([`code,time,note,door\n${lines.join('\n')}`], 'punches.csv'));
  expect(header).toEqual(['code', 'time', 'note', 'door']);
  expect(portions.flat().map(({ cells: [code] }) => code)).toEqual(lines.map((_, index) => String(index)));
  expect(Math.max(...portions.map(sizeOf))).toBeLessThan(megabyte);
  expect(Math.max(...portions.map(({ length }) => length))).toBeLessThanOrEqual(linesAtOnce);
});
