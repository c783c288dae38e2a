// Compares our SHA-256 with Node's, around block boundaries and in pieces.
import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { hashOfFile, Sha256 } from '../../../../../src/platform/export/proof/sha256.ts';

test.each([0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 1_000, 100_001])('hashes %i bytes like Node', (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => index * 31);
  const ours = new Sha256();
  for (let at = 0; at < length; at += 37) ours.update(bytes.subarray(at, at + 37));
  expect(ours.hex()).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('hashes text as UTF-8', () => {
  const text = 'Łukasz 王 محمد 😀';
  expect(new Sha256().update(text).hex()).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
});

test('hashes a file alike with the hash of the platform, and without', async () => {
  const text = 'Łukasz 王 محمد 😀'.repeat(1_000);
  const hash = createHash('sha256').update(text, 'utf8').digest('hex');
  expect(await hashOfFile(new Blob([text]))).toBe(hash);
  vi.stubGlobal('crypto', {});
  try {
    expect(await hashOfFile(new Blob([text]))).toBe(hash);
  } finally {
    vi.unstubAllGlobals();
  }
});
