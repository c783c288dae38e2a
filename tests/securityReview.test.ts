// docs/security-review.md is true of the code: its tables of connections, stored data and cryptography are complete,
// and the drawing shows what they name.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Db, sql } from '../server/platform/db/db.ts';
import { inCode, rowsUnder } from './support/documents.ts';
import { isScript, readSources, type Source, withoutComments } from './support/house/sources.ts';
import { createSqlite, openFresh } from './support/server/testDatabase.ts';

const document = 'docs/security-review.md';
const table = (heading: string) => rowsUnder(document, heading);
const server = readSources().filter(({ file }) => file.startsWith('server/') && isScript(file));
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

describe('outgoing connections', () => {
  const outbound = 'server/platform/http/outbound.ts';

  test('names every file from which the server calls others, and no other does', () => {
    const named = table('Outgoing connections').flatMap((row) => inCode(row[4]));
    const calling = server.filter(callsOthers).map(({ file }) => file);
    expect(calling).toContain(outbound);
    expect(sorted([...named, outbound])).toEqual(sorted(calling));
  });

  test('starts no program but those of PostgreSQL for backups, without a shell, and opens no raw socket', () => {
    const starting = server.filter(startsPrograms);
    expect(starting.map(({ file }) => file)).toEqual(['server/app/backup/postgresBackup.ts']);
    const imported = starting.flatMap(importedValues).filter(({ module }) => module === 'node:child_process');
    expect(imported).toEqual([{ module: 'node:child_process', names: ['spawn'] }]);
    const [{ text = '' } = {}] = starting;
    expect(text).toContain("program: 'pg_dump' | 'pg_restore',");
    expect(text).not.toContain('shell');
  });

  test.each([
    "import https from 'node:https';",
    "import http, { type IncomingMessage } from 'node:http';",
    "import { connect } from 'node:net';",
    "import { createTransport } from 'nodemailer';",
    "await safeRequest('https://a.example');",
    "await fetch('https://a.example');",
    "const { request } = await import('node:https');",
  ])('%s is a call', (text) => {
    expect(callsOthers({ file: 'server/a.ts', text })).toBe(true);
  });

  test.each([
    "import type { Socket } from 'node:net';",
    "import { Server as TcpServer } from 'node:net';",
    "import { createServer, type Server } from 'node:http';",
    '// fetch() is not used',
  ])('%s is none', (text) => {
    expect(callsOthers({ file: 'server/a.ts', text })).toBe(false);
  });

  test.each(["import { spawn } from 'node:child_process';", "import tls from 'node:tls';"])('%s is found', (text) => {
    expect(startsPrograms({ file: 'server/a.ts', text })).toBe(true);
  });
});

test('names every port on which the server listens', () => {
  const [config] = server.filter(({ file }) => file === 'server/app/config.ts');
  const ports = [...(config?.text ?? '').matchAll(/\bvalue\('((?:\w+_)?PORT)'\)/g)].map(([, name = '']) => name);
  expect(ports).toContain('PORT');
  const named = table('Incoming connections').flatMap((row) => inCode(row[1]).filter((name) => name.endsWith('PORT')));
  expect(sorted(named)).toEqual(sorted(ports));
});

describe('cryptography', () => {
  test('names every use of the cryptography of Node', () => {
    const uses = server.flatMap((source) =>
      importedValues(source).flatMap(({ module, names }) => (module === 'node:crypto' ? names : [])),
    );
    const algorithms = server.flatMap(({ text }) =>
      [...withoutComments(text).matchAll(/\bcreate(?:Hash|Hmac|Cipheriv|Decipheriv)\(\s*'([\w-]+)'/g)].map(
        ([, name = '']) => name,
      ),
    );
    const rows = table('Encryption');
    expect(sorted(rows.flatMap(([functions]) => inCode(functions)))).toEqual(sorted(uses));
    expect(sorted(rows.flatMap(([, algorithm]) => inCode(algorithm)))).toEqual(sorted(algorithms));
  });

  test('makes nothing secret from Math.random', () => {
    const using = server.filter(({ text }) => withoutComments(text).includes('Math.random'));
    // Random identifiers that everybody sees, and the wait before the next attempt.
    expect(using.map(({ file }) => file).sort()).toEqual([
      'server/features/companies/companyQueries.ts',
      'server/features/controllers/controllerQueries.ts',
      'server/features/hr/delivery/deliver.ts',
      'server/features/hr/syncCompany.ts',
      'server/platform/db/postgres/postgres.ts',
    ]);
  });
});

describe('data', () => {
  let db: Db;
  beforeAll(async () => {
    db = await openFresh(createSqlite);
  });
  afterAll(() => db.close());

  test('puts every table of the database into one class', async () => {
    const tables = await db.all<{ name: string }>(
      sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
    );
    const named = table('Data').flatMap((row) => inCode(row[2]));
    expect([...named].sort()).toEqual(tables.map(({ name }) => name).sort());
  });
});

test('draws every store and every connection of its tables', () => {
  const drawing = readFileSync(path.resolve(import.meta.dirname, '../docs/data-flow.svg'), 'utf8');
  const texts = [...drawing.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
  const named = ['Outgoing connections', 'Incoming connections'].flatMap((heading) =>
    table(heading).map(([name = '']) => name),
  );
  expect([...named, 'Rollcall server', 'secrets.key', 'Log'].filter((name) => !texts.includes(name))).toEqual([]);
});

// What a file imports that can reach beyond the server: other hosts, programs, raw sockets.
interface Import {
  readonly module: string;
  /** The names taken from it; '*' or 'default' for all of it. */
  readonly names: readonly string[];
}

/** A file's imports of values; imports of types cannot call anything. */
function importedValues({ text }: Source): Import[] {
  const code = withoutComments(text);
  const fixed = code.matchAll(/\bimport\s+(?!type\b)([^'";]*?)\s*from\s*['"]([^'"]+)['"]/g);
  const later = code.matchAll(/\bimport\(\s*['"]?([^'")]+)/g);
  return [
    ...[...fixed].map(([, clause = '', module = '']) => ({ module, names: namesIn(clause) })),
    ...[...later].map(([, module = '']) => ({ module, names: ['*'] })),
  ];
}

function namesIn(clause: string): string[] {
  const [outside = '', inside = ''] = clause.split(/[{}]/);
  const whole = outside
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => (name.startsWith('*') ? '*' : 'default'));
  const named = inside
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0] ?? '');
  return [...whole, ...named];
}

/** The harmless names in these modules, which only listen or compute. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['createServer', 'STATUS_CODES'],
  'node:https': [],
  'node:net': ['BlockList', 'isIP', 'isIPv4', 'isIPv6', 'Server'],
  'node:dns': [],
  'node:dns/promises': [],
};

/** Modules with no harmless use: programs, raw sockets, code from text. */
const forbidden = [
  'node:child_process',
  'node:cluster',
  'node:dgram',
  'node:http2',
  'node:inspector',
  'node:repl',
  'node:tls',
  'node:vm',
  'node:wasi',
];

const packagesThatCall = ['nodemailer', 'postgres', 'oauth4webapi'];

const startsPrograms = (source: Source): boolean =>
  importedValues(source).some(({ module }) => forbidden.includes(module));

/** Whether the file makes requests, directly or through the function that makes them safely. */
function callsOthers(source: Source): boolean {
  const code = withoutComments(source.text);
  const byModule = importedValues(source).some(
    ({ module, names }) =>
      packagesThatCall.includes(module) || names.some((name) => harmless[module]?.includes(name) === false),
  );
  return byModule || /\bsafeRequest\(|(?<![.\w])fetch\(|\bnew (?:WebSocket|EventSource)\(/.test(code);
}
