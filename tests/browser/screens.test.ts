// The screens that every user has, and those before signing in, in a real browser: see otherScreens.test.ts.
import { expect, test } from 'vitest';
import { paths } from '../../src/platform/boot/paths.ts';
import { screens, screensOfAllUsers, testScreens } from '../support/browser/screens.ts';

const signedOut = ['/login', '/forgot-password', '/invitation'];

test('are all tried, here or beside', () => {
  const tried = new Set([...screens, ...signedOut].map((address) => address.replace(/\?.*/, '')));
  expect([...tried].toSorted()).toEqual(Object.values(paths).toSorted());
});

testScreens({ signedOut, signedIn: screensOfAllUsers });
