import { afterEach, expect, test, vi } from 'vitest';
import { loadAhead } from '../../../../src/platform/boot/loadAhead.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  { connection: undefined, loads: 1 },
  { connection: { saveData: false, effectiveType: '4g' }, loads: 1 },
  { connection: { saveData: true, effectiveType: '4g' }, loads: 0 },
  { connection: { saveData: false, effectiveType: '3g' }, loads: 0 },
  { connection: { saveData: false, effectiveType: '2g' }, loads: 0 },
  { connection: { saveData: false, effectiveType: 'slow-2g' }, loads: 0 },
])('with $connection, code is loaded ahead $loads times', ({ connection, loads }) => {
  vi.stubGlobal('navigator', { connection });
  const load = vi.fn(async () => undefined);
  loadAhead(load);
  expect(load).toHaveBeenCalledTimes(loads);
});

test('a failure stays silent: it is reported when the code is needed', async () => {
  vi.stubGlobal('navigator', {});
  const load = vi.fn(async () => {
    throw new Error('offline');
  });
  loadAhead(load);
  await expect(load.mock.results[0]?.value).rejects.toThrow('offline');
});
