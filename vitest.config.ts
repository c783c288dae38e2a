// The tests, by what they need: `npx vitest run --project screens` needs nothing but Node.
import './scripts/build/requireNode.mjs';
import path from 'node:path';
import { defineConfig, type TestProjectConfiguration, type ViteUserConfig } from 'vitest/config';
import type { BrowserName } from './tests/support/setup/browser.ts';

const page: ViteUserConfig['test'] = {
  environment: './tests/support/page.ts',
  environmentOptions: {
    // A page has one origin; in these tests the server stands on a port of its own.
    happyDOM: { url: 'http://127.0.0.1/', settings: { fetch: { disableSameOriginPolicy: true } } },
  },
  setupFiles: ['tests/support/setup/act.ts'],
  css: { include: [/\.module\.css$/], modules: { classNameStrategy: 'non-scoped' } },
};

/** The built console in this browser, after all other tests, which would slow the browser down. */
const browser = (name: BrowserName, test: ViteUserConfig['test']): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    sequence: { groupOrder: 1 },
    ...test,
    globalSetup: [
      'tests/support/setup/files.ts',
      'tests/support/setup/browser.ts',
      ...[test?.globalSetup ?? []].flat(),
    ],
  },
});

export default defineConfig({
  // Workers run in real browsers only, see tests/browser.
  resolve: {
    alias: [{ find: /^worker:.*/, replacement: path.resolve('tests/support/noWorker.ts') }],
  },
  test: {
    maxWorkers: 2, // by itself vitest leaves one of two cores idle
    // Limits for what hangs. A test never asserts a time, and a machine may be slow, or busy with other things.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...page,
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/setup/files.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...page,
          name: 'screens',
          include: ['tests/screens/**/*.test.tsx'],
        },
      },
      { extends: true, test: { name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: ['tests/server/hr/tryton/**'],
          globalSetup: ['tests/support/databases.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'tryton',
          include: ['tests/server/hr/tryton/**/*.test.ts'],
          globalSetup: ['tests/support/setup/tryton.ts'],
        },
      },
      { extends: true, test: { name: 'house', include: ['tests/*.test.ts'] } },
      browser('chromium', {
        include: ['tests/browser/*.test.ts'],
        globalSetup: 'tests/support/setup/webServers.ts',
      }),
      browser('firefox', {
        include: ['tests/browser/*.test.ts'],
        // The first tests web servers rather than browsers, the second looks into Chromium's memory, the third needs its
        // passkeys, the fourth a clipboard, which only Chromium gives to tests, and for the others the browser makes no
        // difference.
        exclude: [
          'tests/browser/webServers.test.ts',
          'tests/browser/soak.test.ts',
          'tests/browser/secondFactor.test.ts',
          'tests/browser/corrections.test.ts',
          'tests/browser/importEmployees.test.ts',
          'tests/browser/jobs.test.ts',
          'tests/browser/presence.test.ts',
          'tests/browser/ranges.test.ts',
          'tests/browser/shell.test.ts',
          'tests/browser/timesheets.test.ts',
        ],
      }),
      browser('webkit', { include: ['tests/browser/webkit/*.test.ts'] }),
    ],
  },
});
