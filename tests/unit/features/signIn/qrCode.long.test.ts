// QR codes of every size, read by a real reader.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { qrModules } from '../../../../src/features/signIn/factors/qrModules.ts';
import { need } from '../../../support/tools.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rollcall-qr-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(modules: readonly (readonly boolean[])[]): string {
  const [pixels, margin] = [4, 4];
  const size = (modules.length + 2 * margin) * pixels;
  const at = (place: number) => Math.floor(place / pixels) - margin;
  const image = Buffer.alloc(size * size, 255);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (modules[at(y)]?.[at(x)]) image[y * size + x] = 0;
  }
  const file = path.join(folder, 'code.pgm');
  writeFileSync(file, Buffer.concat([Buffer.from(`P5 ${size} ${size} 255\n`), image]));
  return execFileSync(need('zbar-tools'), ['--raw', '-q', '-Sdisable', '-Sqrcode.enable', file], { encoding: 'utf8' });
}

/** The longest text for each size, and one that is a byte longer. */
const longest = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520];
const lengths = longest.flatMap((bytes, index) => [
  [bytes, 21 + 4 * index],
  ...(index < 14 ? [[bytes + 1, 25 + 4 * index]] : []),
]);

test.each(lengths)('a text of %i bytes has %i modules a side, and is read', (bytes, side) => {
  const text = Array.from({ length: bytes }, (_, index) => 'otpauth://totp/Rollcall?'[index % 24]).join('');
  const modules = qrModules(text) ?? [];
  expect(modules).toHaveLength(side ?? 0);
  expect(modules.every((row) => row.length === side)).toBe(true);
  expect(read(modules)).toBe(`${text}\n`);
});

test.each([
  '1',
  '0123456789',
  'otpauth://totp/Rollcall:ada%40rollcall.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
])('reads %j', (text) => {
  expect(read(qrModules(text) ?? [])).toBe(`${text}\n`);
});

test('a text that is too long has none', () => {
  expect(qrModules('x'.repeat(521))).toBeUndefined();
});
