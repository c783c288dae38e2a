// Flips bits in exported files: seal and signature cover every byte. A workbook takes milliseconds to verify, so only
// every seventh byte is tried there, each with a different bit.
import { expect, test } from 'vitest';
import { verify } from '../../../../../src/platform/export/verify/verify.ts';
import { exportPdf, exportWorkbook, key, rowsOf } from '../../../../support/exports/signedFiles.ts';

const rows = rowsOf(['Jane']);

test.each([
  ['Excel', 7, () => exportWorkbook({ rows })],
  ['PDF', 1, () => exportPdf({ rows })],
])('%s: none is called unchanged', async (_, step, exported) => {
  const file = await exported();
  expect(await verify(file, key)).toMatchObject({ state: 'unchanged', signature: { kind: 'valid' } });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const missed: number[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    const flipped = bytes.slice();
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
    if ((await stateOf(new Blob([flipped]))) === 'unchanged') missed.push(at);
  }
  expect(missed).toEqual([]);
});

/** The verdict on a file, even if it cannot be read. */
const stateOf = async (file: Blob): Promise<string> => {
  try {
    return (await verify(file, key)).state;
  } catch {
    return 'could not be read';
  }
};
