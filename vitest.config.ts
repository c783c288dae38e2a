// Tests in two tiers. `npm test` runs the ones that decide whether the product works; projects whose names end in
// ':rest' run the others. A file's name decides its tier, see "Tests" in CONTRIBUTING.md.
import './scripts/build/requireNode.mjs';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type TestProjectConfiguration, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import type { BrowserName } from './tests/support/setup/browser.ts';

type TestOptions = NonNullable<ViteUserConfig['test']>;

/** Run on both databases; or in the other tier, as they take long or need more than Chromium and PostgreSQL. */
const [both, long] = ['**/*.both.test.ts', '**/*.long.test.ts'];
const tryton = 'tests/server/features/hr/tryton/**';
const debian = 'tests/debian*.long.test.ts';
const built = 'tests/build.test.ts';

const project = (name: string, test: TestOptions): TestProjectConfiguration => ({
  extends: true,
  test: { ...test, name },
});

/** Short files that take minutes: vitest starts the largest first until it has timed them, so these would end a run. */
const isSlow = ({ moduleId }: TestSpecification) => /\/(?:screens\.long|soak\.long|smoke)\.test\.ts$/.test(moduleId);

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isSlow(other)) - Number(isSlow(one)));
  }
}

/** Files whose sources Node reads directly. Files in the same process share what they import. */
const node: TestOptions = {
  experimental: { viteModuleRunner: false },
  isolate: false,
  // Without this, Node before 22.18 cannot read TypeScript.
  execArgv: ['--experimental-strip-types', '--import', './tests/support/setup/workers.mjs'],
  globalSetup: ['tests/support/setup/template.ts'],
};

/** Files that render the console in a simulated page. */
const page: TestOptions = {
  environment: './tests/support/console/page.ts',
  environmentOptions: {
    // In these tests, the server has a port of its own, and so a different origin from the page's.
    happyDOM: { url: 'http://127.0.0.1/', settings: { fetch: { disableSameOriginPolicy: true } } },
  },
  globalSetup: ['tests/support/setup/template.ts'],
  css: { include: [/\.module\.css$/], modules: { classNameStrategy: 'non-scoped' } },
};

type DatabaseName = 'SQLite' | 'PostgreSQL';

const server = (name: string, databases: readonly DatabaseName[], test: TestOptions): TestProjectConfiguration =>
  project(name, {
    ...node,
    ...test,
    provide: { databases },
    globalSetup: [
      'tests/support/setup/template.ts',
      'tests/support/setup/postgres.ts',
      ...[test.globalSetup ?? []].flat(),
    ],
  });

/** Tests of the built console in this browser. */
const browser = (name: BrowserName | `${BrowserName}:rest`, test: TestOptions): TestProjectConfiguration =>
  project(name, {
    ...node,
    ...test,
    globalSetup: [
      'tests/support/setup/template.ts',
      'tests/support/setup/browser.ts',
      'tests/support/setup/build.ts',
      ...[test.globalSetup ?? []].flat(),
    ],
  });

/** The other tier's tests in a browser, hundreds of them, after all others, which would slow the browsers down. */
const restInBrowser = (name: `${BrowserName}:rest`, test: TestOptions): TestProjectConfiguration =>
  browser(name, {
    ...test,
    globalSetup: 'tests/support/setup/needs.ts',
    sequence: { groupOrder: 1 },
    maxWorkers: 3, // each has a browser with several processes
  });

/** Finds the server's test files that run on the project's choice of database. */
function onDatabases(): string[] {
  const files = readdirSync('tests/server', { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `tests/server/${file}`)
    .filter((file) => readFileSync(file, 'utf8').includes('support/server/databases.ts'));
}

export default defineConfig({
  // Workers only run in real browsers, see tests/browser.
  resolve: {
    alias: [{ find: /^worker:.*/, replacement: path.resolve('tests/support/console/noWorker.ts') }],
  },
  // The shipped build of React has no development JSX runtime.
  oxc: { jsx: { development: false } },
  test: {
    sequence: { sequencer: SlowFirst },
    maxWorkers: 4, // three leave two cores idle for a quarter of the time, waiting for databases and processes
    // Limits for tests that hang. No test asserts a time, as a machine may be slow or busy.
    testTimeout: 110_000,
    hookTimeout: 110_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', './tests/support/setup/reporter.ts'],
    projects: [
      project('unit', { isolate: false, include: ['tests/unit/**/*.test.ts'], exclude: [long] }),
      // Uses React's development build, which warns about mistakes.
      project('components', {
        ...page,
        setupFiles: ['tests/support/setup/rendered.ts'],
        isolate: false,
        include: ['tests/unit/**/*.test.tsx'],
      }),
      // Uses the whole console, with the build of React that users get.
      project('screens', {
        ...page,
        env: { NODE_ENV: 'production' },
        isolate: false,
        setupFiles: ['tests/support/setup/console.ts'],
        include: ['tests/screens/**/*.test.tsx'],
      }),
      project('contract', { ...node, include: ['tests/contract/**/*.test.ts'], exclude: [long] }),
      server('server', ['SQLite'], { include: ['tests/server/**/*.test.ts'], exclude: [both, long, tryton] }),
      server('databases', ['SQLite', 'PostgreSQL'], { include: [`tests/server/${both}`] }),
      project('house', { ...node, include: ['tests/*.test.ts'], exclude: [long, built] }),
      project('build', { ...node, include: [built], globalSetup: ['tests/support/setup/build.ts'] }),
      browser('chromium', { include: ['tests/browser/*.test.ts'], exclude: [long] }),

      project('unit:rest', { include: [`tests/unit/${long}`], globalSetup: 'tests/support/setup/needs.ts' }),
      project('contract:rest', {
        ...node,
        include: [`tests/contract/${long}`],
        globalSetup: ['tests/support/setup/template.ts', 'tests/support/setup/needs.ts'],
      }),
      server('server:rest', ['SQLite', 'PostgreSQL'], {
        include: [`tests/server/${long}`],
        exclude: [tryton],
        globalSetup: 'tests/support/setup/needs.ts',
      }),
      // Runs on PostgreSQL what `server` runs on SQLite.
      server('postgres:rest', ['PostgreSQL'], { include: onDatabases(), exclude: [both, long] }),
      project('tryton:rest', {
        ...node,
        include: [`${tryton}/*.test.ts`],
        globalSetup: ['tests/support/setup/template.ts', 'tests/support/setup/tryton.ts'],
      }),
      // Takes longest, and starts before `house:rest` because projects start in the order of their names.
      project('debian:rest', {
        ...node,
        include: [debian],
        globalSetup: ['tests/support/setup/template.ts', 'tests/support/setup/needs.ts'],
      }),
      project('house:rest', {
        ...node,
        include: ['tests/*.long.test.ts'],
        exclude: [debian],
        globalSetup: ['template', 'needs', 'build'].map((name) => `tests/support/setup/${name}.ts`),
      }),
      restInBrowser('chromium:rest', { include: ['tests/browser/*.long.test.ts'] }),
      restInBrowser('firefox:rest', {
        include: ['tests/browser/*.test.ts'],
        // The first tests web servers rather than browsers, the second inspects Chromium's memory, the third needs its
        // passkeys, the fourth its printing, and the fifth a clipboard, which only Chromium gives to tests. For the
        // others, the browser makes no difference, or there is a longer version.
        exclude: [
          'webServers',
          'soak',
          'secondFactor',
          'paper',
          'corrections',
          'importEmployees',
          'jobs',
          'keyboard',
          'presence',
          'ranges',
          'screens.test',
          'shell',
          'timesheets',
        ].map((file) => `tests/browser/${file}.*`),
      }),
      restInBrowser('webkit:rest', { include: ['tests/browser/webkit/*.test.ts'] }),
    ],
  },
});
