// Ends a run with its slowest files and plain counts. `.ci/run` makes several runs and wants one total, so each run
// adds its counts to the file TEST_COUNTS.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const shown = 10;

export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const rows = modules
      .map((module) => ({ ms: module.diagnostic().duration, name: nameOf(module) }))
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, shown)
      .map(({ ms, name }) => `${(ms / 1_000).toFixed(1).padStart(8)} s  ${name}`);
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    // Unreadable files and failed set-ups count too, since no test in them could fail.
    const broken = modules
      .flatMap((module) => [module, ...module.children.allSuites()])
      .filter((suite) => suite.errors().length > 0).length;
    const failed = tests.filter((test) => test.result().state === 'failed').length + broken + errors.length;
    console.log(['', 'The slowest files:', ...rows, '', `${passed} passed, ${failed} failed`].join('\n'));
    const counts = process.env.TEST_COUNTS;
    if (counts) appendFileSync(counts, `${passed} ${failed}\n`);
  }
}

const nameOf = (module: TestModule): string =>
  `${path.relative(process.cwd(), module.moduleId)} (${module.project.name})`;
