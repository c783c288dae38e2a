// The contract's domains, each of which the client loads at its first call.

import { expect, test } from 'vitest';
import { doneMessage, failedMessage, touchedBy } from '../../../../src/platform/api/calls.ts';
import { loadCall } from '../../../../src/platform/api/loadCall.ts';
import { type CallKey, calls } from '../../../../src/shared/contract/calls.ts';

const isCall = (key: string): key is CallKey => key in calls;
const keys = Object.keys(calls).filter(isCall);

test('a call whose domain has not loaded has a message all the same, and makes nothing stale', () => {
  expect(failedMessage('POST /views')).toBe('Failed to fetch data');
  expect(touchedBy('POST /views')).toEqual([]);
});

test('domains that load at the same time are both known afterwards', async () => {
  await Promise.all([loadCall('POST /views'), loadCall('POST /companies')]);
  expect(touchedBy('POST /views')).toContain('GET /views');
  expect(touchedBy('POST /companies')).toContain('GET /companies');
});

test('loads the domain of every call', async () => {
  expect(keys.length).toBeGreaterThan(150);
  for (const key of keys) expect([key, await loadCall(key)]).toEqual([key, calls[key]]);
});

test('then says its messages and what it makes stale', () => {
  expect(failedMessage('POST /companies/{id}/urls')).toBe('Failed to save URL');
  expect(failedMessage('GET /roll-calls')).toBe('Failed to fetch data');
  expect(doneMessage('POST /hr-sync/all', { success: 3, failed: 1 })).toBe(
    'Sync completed for all companies. Success: 3, Failed: 1',
  );
  expect(touchedBy('DELETE /employees/{id}')).toEqual(['GET /employees', 'GET /employees/{id}']);
});
