// The files of this repository as text, and their imports, for tests of the code itself.
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

export interface Source {
  /** Relative to the repository, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

export const root = path.resolve(import.meta.dirname, '../../..');
const notOurs = new Set(['.git', 'node_modules', 'dist', 'build', 'data']);
const notText = /\.(?:png|ttf|xlsx|pdf|log)$/;

/** All our files; folders that git ignores are left out only at the top level. */
export function readSources(folder = ''): Source[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if ((folder === '' && notOurs.has(entry.name)) || entry.name === 'node_modules') return [];
    if (entry.isDirectory()) return readSources(file);
    return notText.test(file) ? [] : [{ file, text: readFileSync(path.join(root, file), 'utf8') }];
  });
}

/** Copies what a build, a release and the audit read into another folder, which shares the installed packages. */
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
