// This repository's files as text, and their imports, for tests of the code itself.
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import config from '../../../vitest.config.ts';

export interface Source {
  /** Relative to the repository, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

export const root = path.resolve(import.meta.dirname, '../../..');
const notOurs = new Set(['.git', 'node_modules', 'dist', 'build', 'data']);
const notText = /\.(?:png|ttf|xlsx|pdf|log)$/;

/** All our files. Folders that git ignores are left out at the top level only. */
export function readSources(folder = ''): Source[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if ((folder === '' && notOurs.has(entry.name)) || entry.name === 'node_modules') return [];
    if (entry.isDirectory()) return readSources(file);
    return notText.test(file) ? [] : [{ file, text: readFileSync(path.join(root, file), 'utf8') }];
  });
}

/** Copies what a build, a release and the audit read to another folder, which shares the installed packages. */
export function copySources(folder: string, more: readonly string[] = []): void {
  mkdirSync(folder, { recursive: true });
  for (const name of [...builtFrom, ...more])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
}

const builtFrom = [
  'src',
  'server',
  'styles',
  'scripts',
  'index.html',
  'esbuild.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

const literals = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/;
const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/;
const literalsAndComments = new RegExp(`${literals.source}|${comments.source}`, 'g');

/** The code without its comments. */
export function withoutComments(text: string): string {
  return text.replace(literalsAndComments, (found) => (found.startsWith('/') ? '' : found));
}

const importForms = [
  /\b(?:import|export)\s[^'";]*?\bfrom\s*['"]([^'"]+)['"]/g,
  /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
  /\bimport\s*['"]([^'"]+)['"]/g,
];

/** A script's imports: files by their path in the repository, packages by name. */
export function importsOf({ file, text }: Source): string[] {
  const code = withoutComments(text);
  const names = importForms.flatMap((form) => [...code.matchAll(form)].map((match) => match[1] ?? ''));
  return names.map((name) => {
    const plain = name.replace(/^worker:/, '');
    if (plain.startsWith('.')) return path.posix.join(path.posix.dirname(file), plain);
    if (plain.startsWith('node:')) return 'node:';
    return plain
      .split('/')
      .slice(0, plain.startsWith('@') ? 2 : 1)
      .join('/');
  });
}

export const isScript = (file: string) => /\.(?:m?[jt]s|tsx)$/.test(file);

/** The cycles in a graph: lists of nodes that import one another, directly or through others. */
export function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reachable = (start: string): Set<string> => {
    const seen = new Set<string>();
    const waiting = [...(graph.get(start) ?? [])];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      waiting.push(...(graph.get(node) ?? []));
    }
    return seen;
  };
  const reached = new Map([...graph.keys()].map((node) => [node, reachable(node)]));
  const inCycles = [...graph.keys()].filter((node) => reached.get(node)?.has(node));
  const cycleOf = (node: string) =>
    inCycles.filter((other) => reached.get(node)?.has(other) && reached.get(other)?.has(node));
  return inCycles.map(cycleOf).filter((cycle, index) => cycle[0] === inCycles[index]);
}

// The projects of vitest.config.ts and the files they take.
interface Project {
  readonly name: string;
  takes(file: string): boolean;
}

export const projects: readonly Project[] = (config.test?.projects ?? []).map((project) => {
  const test = typeof project === 'object' && 'test' in project ? project.test : undefined;
  const { name, include = [], exclude = [] } = test ?? {};
  if (typeof name !== 'string') throw new Error('A project has no name');
  const matches = (file: string, patterns: readonly string[]) =>
    patterns.some((pattern) => path.matchesGlob(file, pattern));
  return { name, takes: (file) => matches(file, include) && !matches(file, exclude) };
});
