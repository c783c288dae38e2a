// Settings of a console on one's own web server: scripts/release/site.mjs installs one release after another into its
// folder, from an unpacked archive as here.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { securityHeaders } from '../server/platform/http/staticSite.ts';
import { codeBlock, inCode, rowsUnder } from './support/documents.ts';

let scratch: string;
let folder: string;
beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'rollcall-settings-'));
  folder = path.join(scratch, 'www');
  cpSync('scripts/release/site.mjs', path.join(scratch, 'release/site.mjs'));
  unpack('one');
});
afterEach(() => rmSync(scratch, { recursive: true }));

/** Unpacks a release's pages with a script of that version. */
function unpack(version: string): void {
  const dist = path.join(scratch, 'release/dist');
  rmSync(dist, { recursive: true, force: true });
  for (const name of ['companies', 'assets', 'fonts']) mkdirSync(path.join(dist, name), { recursive: true });
  for (const name of ['index.html', 'companies/index.html']) cpSync('index.html', path.join(dist, name));
  cpSync('scripts/build/404.html', path.join(dist, '404.html'));
  writeFileSync(path.join(dist, `assets/main-${version}.js`), version);
  writeFileSync(path.join(dist, 'fonts/DejaVuSans.ttf'), version);
  writeFileSync(path.join(dist, 'fonts/fonts.txt'), 'DejaVuSans.ttf\n');
}

function deploy(...more: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['site.mjs', folder, ...more], {
    cwd: path.join(scratch, 'release'),
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

const set = (settings: unknown) => writeFileSync(path.join(folder, 'site.json'), JSON.stringify(settings));
const page = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const pages = ['index.html', 'companies/index.html'];
/** What a page loads; settings must not add to it. */
const loadedBy = (text: string) => text.match(/<(?:script|link|iframe|img)\b[^>]*>/g);

test('without settings the pages are those of the release', () => {
  expect(deploy()).toEqual({ status: 0, said: expect.stringContaining('Settings: none') });
  for (const name of pages) expect(page(name)).toBe(readFileSync('index.html', 'utf8'));
});

test('name, API, policy, fonts and .well-known survive two upgrades', () => {
  deploy();
  set(JSON.parse(codeBlock('docs/deployment.md', '{\n  "brand"')));
  mkdirSync(path.join(folder, '.well-known'));
  writeFileSync(path.join(folder, '.well-known/security.txt'), 'Contact: mailto:a@example.com\n');
  writeFileSync(path.join(folder, 'fonts/Mine.ttf'), 'mine');
  writeFileSync(path.join(folder, 'fonts/fonts.txt'), 'DejaVuSans.ttf\nMine.ttf\n');
  for (const version of ['two', 'three']) {
    unpack(version);
    expect(deploy().status).toBe(0);
    expect(readdirSync(path.join(folder, 'assets'))).toEqual([`main-${version}.js`]);
    for (const name of pages) {
      expect(page(name)).toContain('<meta name="brand" content="Rollcall of Example Ltd">');
      expect(page(name)).toContain('<meta name="api-base" content="https://api.example.com/web/api/v1">');
      expect(page(name).match(/Content-Security-Policy/g)).toHaveLength(1);
      expect(loadedBy(page(name))).toEqual(loadedBy(readFileSync('index.html', 'utf8')));
      expect(page(name)).toContain("connect-src 'self' https://api.example.com;");
    }
    expect(page('404.html')).toContain('Content-Security-Policy');
    expect(page('index.html')).toContain('<base href="/rollcall/">');
    expect(page('companies/index.html')).not.toContain('<base');
    expect(page('fonts/fonts.txt')).toBe('DejaVuSans.ttf\nMine.ttf\n');
    expect([page('fonts/Mine.ttf'), page('fonts/DejaVuSans.ttf')]).toEqual(['mine', version]);
    expect(page('.well-known/security.txt')).toContain('mailto:');
  }
  expect(readdirSync(scratch).sort()).toEqual(['release', 'www']);
});

test('the policy is that of the reference server, but for frame-ancestors', () => {
  deploy();
  set({ policy: true });
  deploy();
  const [, policy = ''] = /Policy" content="([^"]+)"/.exec(page('index.html')) ?? [];
  expect(policy).toBe(securityHeaders['Content-Security-Policy'].replace(" frame-ancestors 'none';", ''));
});

test('the settings of a reference server come from the installation before', () => {
  deploy();
  set({ brand: 'Acme' });
  const before = path.join(scratch, 'before');
  cpSync(folder, before, { recursive: true });
  folder = path.join(scratch, 'release/dist');
  expect(deploy(before).status).toBe(0);
  expect(deploy().status).toBe(0);
  expect(page('index.html')).toContain('<meta name="brand" content="Acme">');
  expect(page('site.json')).toContain('Acme');
});

test('a missing previous installation is refused, and not taken for one without settings', () => {
  deploy();
  const before = path.join(scratch, 'befroe');
  unpack('two');
  expect(deploy(before)).toEqual({ status: 1, said: `There is no folder ${before}\n` });
  expect(existsSync(path.join(folder, 'assets/main-one.js'))).toBe(true);
});

test('an option is not taken for a folder', () => {
  folder = '--help';
  expect(deploy()).toEqual({ status: 1, said: expect.stringContaining('node site.mjs /var/www/rollcall') });
});

test('a file in the place of the folder is named', () => {
  writeFileSync(folder, 'theirs');
  expect(deploy()).toEqual({ status: 1, said: `${folder} is not a folder\n` });
});

test('a run that was interrupted between the two folders loses no settings', () => {
  deploy();
  set({ brand: 'Acme' });
  renameSync(folder, `${folder}.replaced`);
  expect(deploy().status).toBe(0);
  expect(page('index.html')).toContain('<meta name="brand" content="Acme">');
});

test('a name is text, whatever it contains', () => {
  deploy();
  set({ brand: '"><script>$&' });
  deploy();
  expect(page('index.html')).toContain('<meta name="brand" content="&#34;&#62;&#60;script&#62;$&#38;">');
});

test.each([
  [{ brnad: 'Acme' }, "there is no setting 'brnad'"],
  [{ policy: 'yes' }, 'policy must be true or false'],
  [{ api: 'api.example.com' }, 'api must be a path, or an address with https://'],
  [{ api: 'https://api.example.com:99999/web/api/v1' }, 'api must be a path, or an address with https://'],
  [{ api: '//api.example.com' }, 'api must be a path, or an address with https://'],
  [{ base: '/rollcall' }, 'base must be a path that begins and ends with a slash'],
  [{ constructor: 'Acme' }, "there is no setting 'constructor'"],
  [null, 'site.json must be an object'],
  [['Acme'], 'site.json must be an object'],
  [7, 'site.json must be an object'],
])('%j is refused, and changes nothing', (settings, sentence) => {
  deploy();
  set(settings);
  unpack('two');
  expect(deploy()).toEqual({ status: 1, said: expect.stringContaining(sentence) });
  expect(existsSync(path.join(folder, 'assets/main-one.js'))).toBe(true);
});

test('a folder with files of others is left alone', () => {
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), 'another site');
  expect(deploy()).toEqual({ status: 1, said: expect.stringContaining('name a folder of its own') });
  expect(page('index.html')).toBe('another site');
});

test('pages of a former release, which this one lacks, are not taken for such', () => {
  deploy();
  mkdirSync(path.join(folder, 'former'));
  cpSync('index.html', path.join(folder, 'former/index.html'));
  expect(deploy().status).toBe(0);
  expect(existsSync(path.join(folder, 'former'))).toBe(false);
});

test.each(['index.php', '.htaccess', 'blog/photo.jpg'])('so is %s beside a console', (name) => {
  deploy();
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), 'theirs');
  const [first = ''] = name.split('/');
  unpack('two');
  expect(deploy()).toEqual({ status: 1, said: expect.stringContaining(`has ${first}, which is not Rollcall's`) });
  expect(page(name)).toBe('theirs');
});

test('docs/deployment.md names the settings, and no other', () => {
  const example = JSON.parse(codeBlock('docs/deployment.md', '{\n  "brand"'));
  const named = rowsUnder('docs/deployment.md', 'Settings of the console').flatMap(([cell]) => inCode(cell));
  expect(named).toEqual(Object.keys(example));
});
