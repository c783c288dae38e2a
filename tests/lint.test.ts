// Biome checks the code by the rules in biome.jsonc. Each sample here breaks a rule that we rely on.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

interface Sample {
  name: string;
  rule: string;
  text: string;
  /** A second file beside it. */
  guard?: string;
}

const guard = 'export async function assertMayGrant(): Promise<void> {\n  throw new Error();\n}\n';
const importGuard = "import { assertMayGrant } from './guard.ts';\n";
const importHooks = "import { useEffect, useState } from 'react';\n";

const promises: Sample[] = [
  {
    name: 'a guard of another file that is not awaited',
    rule: 'noFloatingPromises',
    text: `${importGuard}export function change() {\n  assertMayGrant();\n}\n`,
    guard,
  },
  {
    name: 'a promise as a condition',
    rule: 'noMisusedPromises',
    text: `${importGuard}export const change = () => (assertMayGrant() ? 1 : 2);\n`,
    guard,
  },
];

const hooks: Sample[] = [
  {
    name: 'a hook behind a condition',
    rule: 'useHookAtTopLevel',
    text: `${importHooks}export function Badge({ id }: { id: number }) {\n  if (id) useState(useEffect);\n  return id;\n}\n`,
  },
  {
    name: 'an effect that lacks a dependency',
    rule: 'useExhaustiveDependencies',
    text: `${importHooks}export function Badge({ id }: { id: number }) {\n  useState(0);\n  useEffect(() => {\n    document.title = String(id);\n  }, []);\n  return id;\n}\n`,
  },
];

const requests: Sample[] = [
  { name: 'fetch', rule: 'noRestrictedGlobals', text: "export const user = () => fetch('/auth/user');\n" },
  {
    name: 'window.fetch',
    rule: 'noJsRestrictedProperties',
    text: "export const user = () => window.fetch('/user');\n",
  },
  { name: 'XMLHttpRequest', rule: 'noRestrictedGlobals', text: 'export const request = () => new XMLHttpRequest();\n' },
  { name: 'WebSocket', rule: 'noRestrictedGlobals', text: "export const socket = () => new WebSocket('/');\n" },
  { name: 'EventSource', rule: 'noRestrictedGlobals', text: "export const events = () => new EventSource('/');\n" },
  {
    name: 'sendBeacon',
    rule: 'noJsRestrictedProperties',
    text: "export const leave = () => navigator.sendBeacon('/');\n",
  },
];

const code: Sample[] = [
  {
    name: 'dangerouslySetInnerHTML',
    rule: 'noDangerouslySetInnerHtml',
    text: 'export const Text = (html: string) => <p dangerouslySetInnerHTML={{ __html: html }} />;\n',
  },
  { name: 'eval', rule: 'noGlobalEval', text: 'export const run = (text: string) => eval(text);\n' },
  { name: 'new Function', rule: 'noImpliedEval', text: 'export const run = (text: string) => new Function(text);\n' },
];

const others: Sample[] = [
  {
    name: 'a circle of imports, even of types',
    rule: 'noImportCycles',
    text: "import type { Role } from './guard.ts';\nexport interface User {\n  role: Role;\n}\n",
    guard: "import type { User } from './sample.tsx';\nexport interface Role {\n  users: User[];\n}\n",
  },
  { name: 'any', rule: 'noExplicitAny', text: 'export const read = (body: any) => body;\n' },
  {
    name: 'an assertion with !',
    rule: 'noNonNullAssertion',
    text: 'export const first = (row?: string) => row!.at(0);\n',
  },
  { name: '@ts-ignore', rule: 'noTsIgnore', text: "// @ts-ignore\nexport const count: number = 'one';\n" },
  { name: 'a barrel', rule: 'noBarrelFile', text: "export { assertMayGrant } from './guard.ts';\n", guard },
  { name: 'an unused import', rule: 'noUnusedImports', text: importGuard, guard },
  { name: 'an unused variable', rule: 'noUnusedVariables', text: 'const unused = 1;\nexport const used = 2;\n' },
  {
    name: 'an unused parameter',
    rule: 'noUnusedFunctionParameters',
    text: 'export const two = (one: string) => 2;\n',
  },
  {
    name: 'a style attribute',
    rule: 'noInlineStyles',
    text: 'export const Bold = () => <b style={{ margin: 0 }}>!</b>;\n',
  },
  { name: 'a log line of the console', rule: 'noConsole', text: "export const tell = () => console.log('here');\n" },
  { name: 'a test that is left out', rule: 'noSkippedTests', text: "test.skip('counts', () => {});\n" },
  { name: 'a test that runs alone', rule: 'noFocusedTests', text: "test.only('counts', () => {});\n" },
];

const root = path.resolve(import.meta.dirname, '..');
const samples = [...promises, ...hooks, ...requests, ...code, ...others];
const folderOf = (sample: Sample) => `src/screens/sample${samples.indexOf(sample)}`;
let report = '';

beforeAll(() => {
  const project = mkdtempSync(path.join(tmpdir(), 'rollcall-lint-'));
  copyFileSync(path.join(root, 'biome.jsonc'), path.join(project, 'biome.jsonc'));
  for (const sample of samples) {
    const folder = path.join(project, folderOf(sample));
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'sample.tsx'), sample.text);
    if (sample.guard) writeFileSync(path.join(folder, 'guard.ts'), sample.guard);
  }
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--error-on-warnings', '--max-diagnostics=none', '--reporter=github'];
  const { stdout, status } = spawnSync(process.execPath, [biome, ...options], { cwd: project, encoding: 'utf8' });
  rmSync(project, { recursive: true });
  expect(status).toBe(1);
  report = stdout;
});

function expectRule(sample: Sample): void {
  const found = [...report.matchAll(/title=lint\/\w+\/(\w+),file=([^,]*)/g)]
    .filter(([, , file]) => file?.includes(`${folderOf(sample)}/`))
    .map(([, rule]) => rule);
  expect([...new Set(found)]).toEqual([sample.rule]);
}

describe('the linter rejects', () => {
  test.each(promises)('$name', expectRule);
  test.each(hooks)('$name', expectRule);
  test.each(requests)('a request outside src/platform/api/client.ts: $name', expectRule);
  test.each(code)('text that becomes HTML or code: $name', expectRule);
  test.each(others)('$name', expectRule);
});
