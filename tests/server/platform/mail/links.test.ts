// Mails link to screens by their exact paths: a static web server has pages for no others.

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paths } from '../../../../src/platform/boot/paths.ts';

const root = new URL('../../../../', import.meta.url);

test('the links in mails lead to screens', () => {
  const sources = globSync('server/features/**/*.ts', { cwd: root }).map((name) =>
    readFileSync(new URL(name, root), 'utf8'),
  );
  const linked = sources.flatMap((source) =>
    [...source.matchAll(/\{publicUrl\}(\/[a-z-]+)/g)].map(([, path = '']) => path),
  );
  const screens: readonly string[] = Object.values(paths);
  expect(linked).toEqual(expect.arrayContaining(['/profile', '/invitation', '/access-controllers']));
  expect(linked.filter((path) => !screens.includes(path))).toEqual([]);
});
