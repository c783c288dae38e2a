// The domains of the contract, each of which the client loads when the first call of it is made.

import { expect, test } from 'vitest';
import {
  doneMessage,
  failedMessage,
  loadDecoder,
  loadRecordDecoder,
  touchedBy,
} from '../../../../src/platform/api/calls.ts';
import { type CallKey, calls, type EditKey } from '../../../../src/shared/contract/calls.ts';
import type { Call } from '../../../../src/shared/contract/call.ts';

const contract: Readonly<Record<string, Call>> = calls;
const isCall = (key: string): key is CallKey => key in calls;
const isEdit = (key: string): key is EditKey => contract[key]?.edits !== undefined;
const keys = Object.keys(calls).filter(isCall);

test('a call whose domain has not loaded has a message all the same, and makes nothing stale', () => {
  expect(failedMessage('POST /views')).toBe('Failed to fetch data');
  expect(touchedBy('POST /views')).toEqual([]);
});

test('loads the domain of every call', async () => {
  expect(keys.length).toBeGreaterThan(150);
  for (const key of keys) expect([key, await loadDecoder(key)]).toEqual([key, calls[key].answer]);
});

test('and of every edit how its record is read', async () => {
  const edits = keys.filter(isEdit);
  expect(edits.length).toBeGreaterThan(10);
  for (const key of edits) expect([key, await loadRecordDecoder(key)]).toEqual([key, calls[key].edits]);
});

test('then says its messages and what it makes stale', () => {
  expect(failedMessage('POST /companies/{id}/urls')).toBe('Failed to save URL');
  expect(failedMessage('GET /roll-calls')).toBe('Failed to fetch data');
  expect(doneMessage('POST /hr-sync/all', { success: 3, failed: 1 })).toBe(
    'Sync completed for all companies. Success: 3, Failed: 1',
  );
  expect(touchedBy('DELETE /employees/{id}')).toEqual(['GET /employees']);
});
