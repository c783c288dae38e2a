// Each test belongs either to `npm test` or to `npm run test:rest`, and to only one project.

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projects } from './support/house/sources.ts';

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `tests/${file}`);

/** Projects that repeat tests on the other database or in another browser. */
const repeating = ['postgres:rest', 'firefox:rest'];

test.each(files)('%s is in one project', (file) => {
  const taking = projects.filter(({ name, takes }) => !repeating.includes(name) && takes(file));
  expect(taking.map(({ name }) => name)).toHaveLength(1);
});

test.each(files.filter((file) => file.includes('.long.')))('%s is in no project of `npm test`', (file) => {
  expect(projects.filter(({ name, takes }) => !name.endsWith(':rest') && takes(file))).toEqual([]);
});

test('tests that PostgreSQL and Firefox repeat are in another project, too', () => {
  for (const name of repeating) {
    const repeated = files.filter((file) => projects.find((project) => project.name === name)?.takes(file));
    expect(repeated.length).toBeGreaterThan(5);
  }
});

test.each(files.filter((file) => /^tests\/server\/(?!.*\.(?:both|long)\.)/.test(file)))(
  '%s repeats nothing that does not depend on the database',
  (file) => {
    const text = readFileSync(file, 'utf8');
    const usesDatabases = /import \{[^}]*\bdatabases\b[^}]*\} from '[./]+support\/server\/databases.ts'/.test(text);
    const beside = text.match(/^(?:describe|test)(?!\.each\(databases\)).*/gm) ?? [];
    expect(usesDatabases ? beside : []).toEqual([]);
  },
);
