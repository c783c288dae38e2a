// The session's states: what moves it, and what must not.

import { expect, test } from 'vitest';
import type { User } from '../../../src/contract/entities/people.ts';
import { can, isAdministrative } from '../../../src/session/permissions.ts';
import { sessionReducer, type Session } from '../../../src/session/reducer.ts';

const ada: User = { id: 1, name: 'Ada', email: 'ada@example.com', role: '', roles: [], companies: [], created_at: '' };
const signedIn: Session = { status: 'signedIn', user: ada };
const expired: Session = { status: 'expired', user: ada, message: 'Session expired' };

test('a refused token keeps the person while a sign-in is offered', () => {
  expect(sessionReducer(signedIn, { type: 'refused', message: 'Session expired' })).toEqual(expired);
  expect(sessionReducer(expired, { type: 'reauthenticationDeclined' })).toEqual(signedIn);
  expect(sessionReducer(expired, { type: 'signedIn', user: ada })).toEqual(signedIn);
});

test('a refusal that arrives after signing out changes nothing', () => {
  const out = sessionReducer(signedIn, { type: 'left' });
  expect(out).toEqual({ status: 'signedOut', left: true });
  expect(sessionReducer(out, { type: 'refused', message: 'x' })).toBe(out);
  expect(sessionReducer(out, { type: 'refreshed', user: ada })).toBe(out);
  expect(sessionReducer(out, { type: 'reauthenticationDeclined' })).toBe(out);
});

test('what could not be restored is signed out with the reason, not by choice', () => {
  const out = sessionReducer({ status: 'restoring' }, { type: 'notRestored', notice: 'The server cannot be reached.' });
  expect(out).toEqual({ status: 'signedOut', left: false, notice: 'The server cannot be reached.' });
});

test('permissions are those of any role', () => {
  const held = (...names: string[]): User => ({
    ...ada,
    roles: names.map((name, id) => ({ id, name, display_name: name, is_system: false, permissions: [{ name }] })),
  });
  expect(can(held('employees.view', 'employees.edit_id'), 'employees.edit_id')).toBe(true);
  expect(can(held('employees.edit'), 'employees.edit_id')).toBe(false);
  expect(
    ['roles.view', 'users.view', 'settings.view', 'hr_sync.view'].map((name) => isAdministrative(held(name))),
  ).toEqual([true, true, true, false]);
});
