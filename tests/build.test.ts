// The result of `npm run build`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, inject, test } from 'vitest';
import { paths } from '../src/platform/boot/paths.ts';

const here = inject('built');
const dist = inject('site');

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

const pages = () => filesIn(dist).filter((file) => file.endsWith('.html'));
const read = (file: string) => readFileSync(path.join(dist, file));
/** 'LoginScreen' for '../assets/LoginScreen-ABCDEFGH.js' */
const nameOf = (file: string) => path.basename(file).split('-')[0];
const references = (page: string) =>
  [
    ...read(page)
      .toString()
      .matchAll(/(?:href|src)="(?!data:)([^"]+)"/g),
  ].map((match) => match[1] ?? '');

describe('pages', () => {
  test('exist for every route, and for unknown paths', () => {
    const routes = Object.values(paths).map((route) => path.posix.join(route, 'index.html').slice(1));
    expect(pages()).toEqual(['404.html', ...routes].sort());
  });

  test('refer only to files that exist', () => {
    for (const page of pages().filter((name) => name !== '404.html')) {
      const place = path.join(dist, path.dirname(page));
      const missing = references(page).filter((target) => !existsSync(path.join(place, target)));
      expect({ page, missing }).toEqual({ page, missing: [] });
    }
  });

  test('for unknown paths find their script from eight depths', () => {
    const found = references('404.html').map((target, depth) => path.posix.join('/', 'deep/'.repeat(depth), target));
    expect(found).toHaveLength(8);
    expect(new Set(found).size).toBe(1);
    expect(existsSync(path.join(dist, found[0] ?? ''))).toBe(true);
  });

  test('contain nothing inline, which the content security policy would block', () => {
    for (const page of pages()) {
      const inline = /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:/.exec(read(page).toString());
      expect({ page, inline }).toEqual({ page, inline: null });
    }
  });
});

describe('assets', () => {
  test('every page but that for unknown paths links its screen’s stylesheet, and names the whole', () => {
    for (const page of pages().filter((name) => name !== '404.html')) {
      const styles = references(page)
        .filter((target) => target.endsWith('.css'))
        .map(nameOf);
      const screen = references(page)
        .map(nameOf)
        .find((name) => name?.endsWith('Screen'));
      const [, covers = '', whole = ''] =
        /name="whole-css" data-covers="([^"]+)" content="([^"]+)"/.exec(read(page).toString()) ?? [];
      const route = `/${path.posix.dirname(page).replace('.', '')}`;
      expect({ page, styles, isCovered: covers.split(' ').includes(route) }).toEqual({
        page,
        styles: [screen],
        isCovered: true,
      });
      expect(nameOf(whole)).toBe('all');
      expect(existsSync(path.join(dist, 'assets', whole))).toBe(true);
    }
  });

  test('a page’s own stylesheet contains only rules of the whole', () => {
    const styles = filesIn(dist).filter((file) => file.endsWith('.css'));
    const whole = styles.filter((file) => nameOf(file) === 'all').map((file) => read(file).toString())[0] ?? '';
    const rules = styles.flatMap((file) => read(file).toString().split('\n')).filter((line) => line !== '');
    expect(rules.length).toBeGreaterThan(50);
    expect(rules.filter((line) => !whole.includes(line))).toEqual([]);
  });

  test('a screen’s page preloads the few files that the screen needs', () => {
    const scripts = (page: string) =>
      references(page)
        .filter((target) => target.endsWith('.js'))
        .map(nameOf);
    const named = (page: string) => scripts(page).filter((name) => name !== 'chunk');
    expect(named('login/index.html').sort()).toEqual(['LoginScreen']);
    expect(named('attendance/index.html').sort()).toEqual(['AttendanceScreen', 'Shell', 'ahead']);
    expect(named('companies/index.html').sort()).toEqual(['CompaniesScreen', 'Shell', 'ahead']);
  });

  test('the script that requests the first records does not wait for React', () => {
    const { site } = JSON.parse(readFileSync(path.join(here, 'build/meta.json'), 'utf8'));
    const outputs: Record<string, { entryPoint?: string; inputs: object; imports: { path: string; kind: string }[] }> =
      site.outputs;
    const inputsOf = (file: string): string[] => {
      const { inputs = {}, imports = [] } = outputs[file] ?? {};
      const imported = imports.filter(({ kind }) => kind === 'import-statement');
      return [...Object.keys(inputs), ...imported.flatMap((each) => inputsOf(each.path))];
    };
    const [ahead = ''] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === 'src/app/ahead.ts') ?? [];
    expect(inputsOf(ahead)).toContain('src/app/routes.tsx');
    expect(inputsOf(ahead).filter((file) => file.includes('react'))).toEqual([]);
  });

  test('every file that a script imports exists', async () => {
    const scripts = filesIn(dist).filter((file) => /^assets\/.*\.js$/.test(file));
    const imported = scripts.flatMap((file) =>
      [
        ...read(file)
          .toString()
          .matchAll(/import\("\.\/([^"]+)"\)/g),
      ].map(([, name = '']) => ({ file, name })),
    );
    expect(imported.length).toBeGreaterThan(15);
    expect(imported.filter(({ name }) => !existsSync(path.join(dist, 'assets', name)))).toEqual([]);
  });

  test('scripts and styles have compressed siblings with the same content, pages have none', () => {
    for (const file of filesIn(dist).filter((name) => /\.(?:js|css)$/.test(name))) {
      expect(brotliDecompressSync(read(`${file}.br`)).equals(read(file))).toBe(true);
      expect(gunzipSync(read(`${file}.gz`)).equals(read(file))).toBe(true);
    }
    expect(filesIn(dist).filter((name) => /\.html\.(?:br|gz)$/.test(name))).toEqual([]);
  });

  test('every script, workers too, has its source map beside it', () => {
    const scripts = filesIn(dist).filter((file) => file.endsWith('.js'));
    expect(scripts.some((file) => file.includes('worker'))).toBe(true);
    const mapOf = (file: string) => /^\/\/# sourceMappingURL=(\S+)$/m.exec(read(file).toString())?.[1] ?? 'no map';
    // The roll call's service worker is copied, not built.
    const isBuilt = (file: string) => file !== 'roll-call.js';
    const without = scripts.filter(
      (file) => isBuilt(file) && !existsSync(path.join(dist, path.dirname(file), mapOf(file))),
    );
    expect(without).toEqual([]);
  });

  const firstPages = ['login/index.html', 'attendance/index.html'];
  test.each([
    { of: 'login', pages: () => ['login/index.html'], brotli: 71.75, gzip: 83, requests: 9 },
    { of: 'attendance', pages: () => ['attendance/index.html'], brotli: 87.75, gzip: 101, requests: 13 },
    {
      of: 'any other screen',
      pages: () => pages().filter((page) => page !== '404.html' && !firstPages.includes(page)),
      brotli: 110,
      gzip: 126,
      requests: 29,
    },
  ])(
    'the page, styles and scripts of $of are at most $brotli KiB in brotli, $gzip KiB in gzip',
    ({ pages, brotli, gzip, requests }) => {
      for (const page of pages()) {
        const loaded = references(page).filter((target) => /\.(?:css|js)$/.test(target));
        const files = loaded.map((target) => path.join(path.dirname(page), target));
        const sum = (compress: (file: Buffer) => Buffer, ending: string) =>
          files.reduce((total, file) => total + read(file + ending).length, compress(read(page)).length) / 1024;
        const size = { brotli: sum(brotliCompressSync, '.br'), gzip: sum(gzipSync, '.gz') };
        console.info(
          `${page}: ${size.brotli.toFixed(1)} KiB in brotli, ${size.gzip.toFixed(1)} in gzip, ${loaded.length + 1} requests`,
        );
        expect(size.brotli, page).toBeLessThanOrEqual(brotli);
        expect(size.gzip, page).toBeLessThanOrEqual(gzip);
        expect(loaded.length + 1, page).toBeLessThanOrEqual(requests);
      }
    },
  );

  test('only the listed packages reach the browser', () => {
    const { site } = JSON.parse(readFileSync(path.join(here, 'build/meta.json'), 'utf8'));
    const packageOf = (input: string) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? [];
    const packages = Object.keys(site.inputs).flatMap(packageOf);
    const ours = ['react', 'react-dom', 'wouter', 'clsx', 'write-excel-file', 'jspdf'];
    const theirs = ['scheduler', 'use-sync-external-store', 'fflate', '@babel/runtime'];
    expect([...new Set(packages)].filter((name) => ![...ours, ...theirs].includes(name))).toEqual([]);
  });
});

test('the licences of shipped packages are in the site, and the build prints its hash', () => {
  const { site } = JSON.parse(readFileSync(path.join(here, 'build/meta.json'), 'utf8'));
  const texts = read('third-party-licences.txt').toString();
  for (const name of ['react', 'react-dom', 'wouter', 'clsx', 'jspdf', 'write-excel-file', 'dejavu-fonts-ttf']) {
    expect(texts).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
  for (const embedded of ['Font Metrics for PDF Core 14 Fonts', 'Copyright (c) 2008, Adobe Systems', 'Dean McNamee']) {
    expect(texts).toContain(embedded);
  }
  expect(Object.keys(site.workers)).not.toEqual([]);
  expect(inject('printed')).toMatch(/its hash is [0-9a-f]{64}/);
});
