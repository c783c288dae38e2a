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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { copySources, root } from './support/house/sources.ts';

const run = promisify(execFile);
const scratch = mkdtempSync(path.join(tmpdir(), 'rollcall-audit-test-'));
const copy = path.join(scratch, 'copy');

beforeAll(() => copySources(copy, ['SECURITY.md', '.npmrc']));
afterAll(() => rmSync(scratch, { recursive: true }));

const folder = path.join(scratch, 'built');
let said: string;
beforeAll(async () => {
  cpSync(inject('built'), folder, { recursive: true });
  said = (await run(process.execPath, ['scripts/sbom.mjs', folder], { cwd: root })).stdout;
});

describe('the bill of materials', () => {
  interface Component {
    name: string;
    version: string;
    purl: string;
    licenses: object[];
    hashes: { content: string }[];
    properties: { name: string; value: string }[];
    supplier: { name: string };
    components?: { name: string; licenses: object[] }[];
  }
  interface Bom {
    metadata: {
      timestamp: string;
      tools: { components: { name: string; version: string }[] };
      supplier: { name: string };
      component: Component;
    };
    components: Component[];
    dependencies: { ref: string; dependsOn: string[] }[];
  }

  const read = (name: string): Bom =>
    JSON.parse(readFileSync(path.join(folder, `build/sbom/${name}.cdx.json`), 'utf8'));
  const bytesOf = ({ properties }: Component) =>
    Number(properties.find(({ name }) => name === 'rollcall:bytes')?.value);

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
    expect(between.filter(({ bytes }) => bytes > 4_000)).toEqual([]);
  });

  test('lists what is shipped, workers and fonts too, and not what is only installed', () => {
    const names = read('site').components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['react-dom', 'wouter', 'jspdf', 'write-excel-file', 'dejavu-fonts-ttf']),
    );
    const replaced = ['canvg', 'html2canvas', 'dompurify', 'core-js', 'fast-png', 'regexparam'];
    for (const absent of [...replaced, 'vitest', 'postgres']) expect(names).not.toContain(absent);
    expect(
      read('server')
        .components.map(({ name }) => name)
        .sort(),
    ).toEqual(['nodemailer', 'oauth4webapi', 'postgres']);
  });

  test('README.md and docs/security-review.md count what is shipped', () => {
    const words = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ');
    const said = (name: string) => readFileSync(path.join(root, name), 'utf8').replace(/\s+/g, ' ');
    const direct = words[Object.keys(JSON.parse(said('package.json')).dependencies).length];
    const [site, server] = [read('site'), read('server')].map(({ components }) => words[components.length]);
    expect(said('README.md')).toContain(`The console has ${direct} direct dependencies, the server ${server}.`);
    expect(said('docs/security-review.md')).toContain(
      `The console ships ${site} packages, ${direct} of them direct dependencies, the server ${server},`,
    );
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
      const license = own.license.startsWith('SEE ') ? 'Bitstream-Vera AND LicenseRef-Arev' : own.license;
      expect(JSON.stringify(licenses)).toContain(license);
      const integrity = `sha512-${Buffer.from(hashes[0]?.content ?? '', 'hex').toString('base64')}`;
      expect(integrity).toBe(packages[`node_modules/${name}`].integrity);
    }
  });

  test('says who supplies each part, what made the list, and when its sources were committed', async () => {
    const { stdout } = await run('git', ['log', '-1', '--format=%cI'], { cwd: root });
    for (const { metadata, components } of [read('site'), read('server')]) {
      expect(new Date(metadata.timestamp)).toEqual(new Date(stdout.trim()));
      expect(metadata.tools.components.map(({ name }) => name)).toEqual(['rollcall sbom']);
      const suppliers = [metadata, metadata.component, ...components].map(({ supplier }) => supplier.name);
      expect(suppliers.filter((name) => !name || name === 'unknown')).toEqual([]);
    }
    expect(read('site').components.find(({ name }) => name === 'react')?.supplier.name).toBe('react');
    expect(read('server').components.find(({ name }) => name === 'postgres')?.supplier.name).toBe('Rasmus Porsager');
  });

  test('lists the code by others inside packages', () => {
    const partsOf = (bom: string, name: string) =>
      read(bom).components.find((component) => component.name === name)?.components ?? [];
    const licences = new Map(partsOf('site', 'jspdf').map((part) => [part.name, JSON.stringify(part.licenses)]));
    expect(licences.get('core-14-font-metrics')).toContain('APAFML');
    expect(licences.get('jpeg-encoder')).toContain('BSD-3-Clause');
    expect(licences.get('md5')).toContain('No licence specified');
    expect(partsOf('server', 'nodemailer').map(({ name }) => name)).toEqual(['punycode']);
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

test('a release builds to the hashes that SECURITY.md lists, and other versions are listed as none', async () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const listed = readFileSync(path.join(root, 'SECURITY.md'), 'utf8').match(/^\| \d+\.\d+\.\d+ \|.*$/gm) ?? [];
  const ours = listed.filter((row) => row.startsWith(`| ${version} |`));
  const [site, server] = [...said.matchAll(/ has the hash ([0-9a-f]{64})/g)].map(([, hash]) => hash);
  expect(ours).toEqual(version.endsWith('-dev') ? [] : [`| ${version} | \`${site}\` | \`${server}\` |`]);
});

// The audit downloads and installs every package in the lock file.
describe('the audit', { timeout: 300_000 }, () => {
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

  test('names every installed file that differs from the locked package', async () => {
    // Two packages are enough, since each is downloaded again.
    const tampered = path.join(scratch, 'tampered');
    const { packages, ...lock } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
    const two = ['node_modules/clsx', 'node_modules/react'];
    for (const place of two) cpSync(path.join(root, place), path.join(tampered, place), { recursive: true });
    const dependencies = Object.fromEntries(two.map((place) => [path.basename(place), packages[place].version]));
    const manifest = { name: lock.name, version: lock.version, dependencies };
    const locked = { '': manifest, ...Object.fromEntries(two.map((place) => [place, packages[place]])) };
    mkdirSync(path.join(tampered, 'server'));
    for (const [name, contents] of [
      ['package.json', manifest],
      ['package-lock.json', { ...lock, packages: locked }],
      ['server/package.json', {}],
    ] as const)
      writeFileSync(path.join(tampered, name), JSON.stringify(contents));
    const clsx = path.join(tampered, 'node_modules/clsx');
    const script = path.join(clsx, 'dist/clsx.mjs');
    const harmless = readFileSync(script, 'utf8');
    rmSync(script);
    writeFileSync(script, `${harmless};[].constructor.constructor('…')()`);
    writeFileSync(path.join(clsx, 'stowaway.js'), '');
    rmSync(path.join(clsx, 'license'));
    const compare = `
      import { changedFiles } from ${JSON.stringify(path.join(root, 'scripts/audit/freshInstall.mjs'))};
      console.log(JSON.stringify(await changedFiles(${JSON.stringify(tampered)})));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', compare]);
    expect(JSON.parse(stdout)).toEqual(['clsx/dist/clsx.mjs', 'clsx/license', 'clsx/stowaway.js']);
  });

  test('reports each problem by name', async () => {
    edit('package.json', (text) =>
      text.replace('"clsx": "2', '"clsx": "^2').replace(/"version": "[^"]*"/, '"version": "1.0.0"'),
    );
    edit('package-lock.json', (text) => {
      const lock = JSON.parse(text);
      lock.packages['node_modules/pako'].hasInstallScript = true;
      lock.packages['node_modules/wouter'].integrity = 'sha1-x';
      lock.packages['node_modules/axe-core'].integrity = `sha512-${'A'.repeat(86)}==`;
      lock.packages['node_modules/stowaway'] = { version: '1.0.0', integrity: 'sha512-x' };
      return JSON.stringify(lock);
    });
    edit('esbuild.config.mjs', (text) => text.replace(/ {4}dompurify: .*\n/, ''));
    edit('.npmrc', (text) => text.replace('ignore-scripts=true', ''));
    edit('scripts/audit/embedded.mjs', (text) => text.replace(/ {4}\{ name: 'omggif'.*\n/, ''));
    edit('SECURITY.md', (text) => `${text}\n| 1.0.0 | \`${'0'.repeat(64)}\` | \`${'0'.repeat(64)}\` |\n`);
    edit('scripts/audit/reasons.mjs', (text) =>
      text
        .replace(/('react-dom': \{[^}]*can: \[)[^\]]*/, '$1')
        .replace(/ {2}scheduler.*\n/, '')
        .replace("'MIT-0',", ''),
    );
    const unlisted =
      'export { inflate as default, inflate as decode, inflate as encode, inflate as parse } from "pako";';
    writeFileSync(path.join(copy, 'scripts/build/absent.mjs'), unlisted);
    mkdirSync(path.join(copy, 'dist'));
    writeFileSync(path.join(copy, 'dist/index.html'), 'not what the sources make');

    const { code, text } = await audit();
    expect(code).toBe(1);
    const found = text.slice(text.indexOf('Problems:'));
    for (const problem of [
      'clsx ^2.1.1 is not an exact version',
      'dompurify is in dist/',
      '.npmrc lets packages run scripts on install',
      'pako runs a script on install',
      'wouter has no sha512 in the lock file',
      'nothing requires stowaway',
      'react-dom 19.3.1 can turn text into HTML',
      'scheduler is shipped without a reason',
      'nodemailer is shipped under MIT-0',
      'pako is shipped without a reason',
      'it is out of date, or was edited',
      'jspdf has a notice that is not reviewed: (c) Dean McNamee',
      'these sources are not that release',
      'the installed packages could not be compared',
    ]) {
      expect(found).toContain(problem);
    }
  });
});
