// Runs the audit and the bill of materials on these sources, and on a copy with problems.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '..');
const sources = [
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
const scratch = mkdtempSync(path.join(tmpdir(), 'rollcall-audit-test-'));
const copy = path.join(scratch, 'copy');

beforeAll(() => {
  for (const name of sources) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

describe('the bill of materials', () => {
  const folder = path.join(scratch, 'built');
  let said: string;

  interface Component {
    name: string;
    version: string;
    purl: string;
    licenses: object[];
    hashes: { content: string }[];
    properties: { name: string; value: string }[];
  }
  interface Bom {
    metadata: { component: Component };
    components: Component[];
    dependencies: { ref: string; dependsOn: string[] }[];
  }

  const read = (name: string): Bom =>
    JSON.parse(readFileSync(path.join(folder, `build/sbom/${name}.cdx.json`), 'utf8'));
  const bytesOf = ({ properties }: Component) =>
    Number(properties.find(({ name }) => name === 'rollcall:bytes')?.value);

  beforeAll(async () => {
    await run(process.execPath, ['esbuild.config.mjs', folder], { cwd: root });
    said = (await run(process.execPath, ['scripts/sbom.mjs', folder], { cwd: root })).stdout;
  }, 60_000);

  test('accounts for every byte of the site', () => {
    const files = readdirSync(path.join(folder, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:br|gz|map)$/.test(entry.name))
      .map((entry) => statSync(path.join(entry.parentPath, entry.name)).size);
    const { metadata, components } = read('site');
    const bytes = [metadata.component, ...components].map(bytesOf);
    expect(bytes.every((each) => each > 0)).toBe(true);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBe(files.reduce((sum, size) => sum + size, 0));
  });

  test('attributes little to no source: only what the bundler writes between modules', () => {
    interface Output {
      bytes: number;
      inputs: Record<string, { bytesInOutput: number }>;
    }
    const { site } = JSON.parse(readFileSync(path.join(folder, 'build/meta.json'), 'utf8'));
    const bundles: { outputs: Record<string, Output> }[] = [site, ...Object.values(site.workers)];
    const scripts = bundles.flatMap(({ outputs }) => Object.entries(outputs)).filter(([name]) => name.endsWith('.js'));
    const between = scripts.map(([name, { bytes, inputs }]) => {
      const named = Object.values(inputs).reduce((sum, { bytesInOutput }) => sum + bytesInOutput, 0);
      return { name, bytes: bytes - named };
    });
    expect(between.length).toBeGreaterThan(10);
    expect(between.filter(({ bytes }) => bytes > 2_000)).toEqual([]);
  });

  test('lists what is shipped, workers and fonts too, and not what is only installed', () => {
    const names = read('site').components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['react-dom', 'wouter', 'jspdf', 'write-excel-file', 'dejavu-fonts-ttf']),
    );
    for (const absent of ['canvg', 'html2canvas', 'dompurify', 'core-js', 'fast-png', 'vitest', 'postgres']) {
      expect(names).not.toContain(absent);
    }
    expect(
      read('server')
        .components.map(({ name }) => name)
        .sort(),
    ).toEqual(['nodemailer', 'postgres']);
  });

  test('has the versions, licences and hashes of the installed packages and the lock file', () => {
    const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
    for (const { name, version, purl, licenses, hashes } of [
      ...read('site').components,
      ...read('server').components,
    ]) {
      const own = JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'));
      expect({ name, version, purl }).toEqual({
        name,
        version: own.version,
        purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      });
      expect(JSON.stringify(licenses)).toContain(own.license);
      const integrity = `sha512-${Buffer.from(hashes[0]?.content ?? '', 'hex').toString('base64')}`;
      expect(integrity).toBe(packages[`node_modules/${name}`].integrity);
    }
  });

  test('has no dangling reference', () => {
    for (const { metadata, components, dependencies } of [read('site'), read('server')]) {
      const refs = [metadata.component, ...components].map((component) => Object(component)['bom-ref']);
      expect(new Set(refs).size).toBe(refs.length);
      expect(dependencies.map(({ ref }) => ref).sort()).toEqual([...refs].sort());
      expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([]);
    }
  });

  test('is reproducible', async () => {
    const before = readFileSync(path.join(folder, 'build/sbom/site.cdx.json'));
    await run(process.execPath, ['scripts/sbom.mjs', folder], { cwd: root });
    expect(readFileSync(path.join(folder, 'build/sbom/site.cdx.json')).equals(before)).toBe(true);
  });

  test('is written even when the reader of its output goes away', async () => {
    const file = path.join(folder, 'build/sbom/server.cdx.json');
    rmSync(file);
    const child = spawn(process.execPath, ['scripts/sbom.mjs', folder], { cwd: root });
    child.stdout.destroy();
    const [code] = await once(child, 'exit');
    expect([code, existsSync(file)]).toEqual([0, true]);
  });

  test('has the site hash that the command in SECURITY.md prints', async () => {
    const command = /```sh\n(cd dist && .*)\n```/.exec(readFileSync(path.join(root, 'SECURITY.md'), 'utf8'))?.[1] ?? '';
    const { stdout } = await run('sh', ['-c', command], { cwd: folder });
    const hash = /^[0-9a-f]{64}/.exec(stdout)?.[0];
    expect(hash).toBeTruthy();
    expect(said).toContain(`dist/ has the hash ${hash}`);
  });
});

describe('the audit', () => {
  const audit = () =>
    run(process.execPath, ['scripts/audit.mjs'], { cwd: copy }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        text: error.stdout + error.stderr,
      }),
    );
  const edit = (file: string, change: (text: string) => string) => {
    const place = path.join(copy, file);
    writeFileSync(place, change(readFileSync(place, 'utf8')));
  };

  test('finds no problem, and a reason for every shipped package', async () => {
    const { code, text } = await audit();
    expect(/Problems:[\s\S]*/.exec(text)?.[0]).toBeUndefined();
    expect({ code, verdict: text.trimEnd().split('\n').at(-1) }).toEqual({
      code: 0,
      verdict: 'No problems found.',
    });
    expect(text).toContain('react-dom');
    expect(text).not.toContain('no reason given');
  });

  test('reports each problem by name', async () => {
    edit('package.json', (text) => text.replace('"clsx": "2', '"clsx": "^2'));
    edit('package-lock.json', (text) => {
      const lock = JSON.parse(text);
      lock.packages['node_modules/canvg'] = { version: '3.0.11', integrity: 'sha512-x', optional: true };
      lock.packages['node_modules/pako'].hasInstallScript = true;
      lock.packages['node_modules/wouter'].integrity = 'sha1-x';
      lock.packages['node_modules/stowaway'] = { version: '1.0.0', integrity: 'sha512-x' };
      return JSON.stringify(lock);
    });
    edit('scripts/audit/reasons.mjs', (text) =>
      text
        .replace(/('react-dom': \{[^}]*can: \[)[^\]]*/, '$1')
        .replace(/ {2}regexparam.*\n/, '')
        .replace("'MIT-0',", ''),
    );
    const unlisted = 'export { inflate as default, inflate as decode, inflate as encode } from "pako";';
    writeFileSync(path.join(copy, 'scripts/build/absent.mjs'), unlisted);
    mkdirSync(path.join(copy, 'dist'));
    writeFileSync(path.join(copy, 'dist/index.html'), 'not what the sources make');

    const { code, text } = await audit();
    expect(code).toBe(1);
    const found = text.slice(text.indexOf('Problems:'));
    for (const problem of [
      'clsx ^2.1.1 is not an exact version',
      'canvg itself is in the lock file',
      'pako runs a script on install',
      'wouter has no sha512 in the lock file',
      'nothing requires stowaway',
      'react-dom 19.3.1 can turn text into HTML',
      'regexparam is shipped without a reason',
      'nodemailer is shipped under MIT-0',
      'pako is shipped without a reason',
      'it is out of date, or was edited',
    ]) {
      expect(found).toContain(problem);
    }
  });
});
