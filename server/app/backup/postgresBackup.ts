// Backs up PostgreSQL with its own programs, pg_dump and pg_restore. A dump is proven by restoring it into a scratch
// database beside the original, which is then dropped.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { type Db, maybeOne, one, scalar, sql } from '../../platform/db/db.ts';
import { UnusableError } from '../../platform/db/errors.ts';
import { type DatabaseLocation, openExisting, withDatabase } from '../../platform/db/open.ts';
import { type BackupMethod, countRows, type Proof, prove, type RowCounts } from './prove.ts';

export const postgresBackup = (location: DatabaseLocation): BackupMethod => ({
  size: () => withPostgres(location, sizeOfTables),
  copy: (target) => withPostgres(location, (db) => dump(db, location, target)),
  prove: (file) => proveDump(location, file),
});

/**
 * Throws an error with a sentence if backups cannot succeed, for lack of PostgreSQL's programs or of the right to
 * create a database.
 */
export async function assertCanBackUp(location: DatabaseLocation): Promise<void> {
  const client = clientOf(location);
  for (const program of ['pg_dump', 'pg_restore'] as const) await run(program, ['--version'], client.environment);
  await withPostgres(location, assertMayCreate);
}

async function withPostgres<Result>(location: DatabaseLocation, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (location.databasePooler)
    throw new UnusableError(
      'Backups need PostgreSQL itself: set a DATABASE_URL that leads past the pooler, and no DATABASE_POOLER',
    );
  return withDatabase(openExisting(location), work);
}

/** Bounds the size of a dump, which has the rows as compressed text, and no indexes. */
const sizeOfTables = (db: Db): Promise<number> =>
  scalar(
    db,
    sql`select coalesce(sum(pg_table_size(oid)), 0)::bigint as bytes from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  );

/** Dumps what a transaction sees, and counts it there. */
const dump = (db: Db, location: DatabaseLocation, target: string): Promise<RowCounts> =>
  db.tx(async (queries) => {
    await queries.exec('set transaction isolation level repeatable read, read only');
    await queries.exec(waitsLong);
    const id = await scalar<string>(queries, sql`select pg_export_snapshot() as id`);
    const { address, environment } = clientOf(location);
    const words = ['--format=custom', '--no-password', `--snapshot=${id}`, `--file=${target}`, `--dbname=${address}`];
    const dumping = run('pg_dump', words, environment);
    dumping.catch(() => {}); // awaited below
    const rows = await countRows(queries);
    await dumping;
    return rows;
  });

/** For a transaction that is idle while other programs work. */
const waitsLong = 'set local idle_in_transaction_session_timeout = 0';

/** Restores the dump into a scratch database, one process at a time. */
export const proveDump = (location: DatabaseLocation, file: string): Promise<Proof> =>
  withPostgres(location, (db) =>
    db.tx(async (queries) => {
      await queries.exec(`${waitsLong}; select pg_advisory_xact_lock(hashtext('proof of a backup of Rollcall'))`);
      const name = await scalar<string>(queries, sql`select current_database() as name`);
      // PostgreSQL cuts longer names, and others need quoting in an address.
      const scratch = `${name.replaceAll(/\W/g, '').slice(0, 40)}_proof`;
      await dropScratch(db, scratch);
      await createScratch(db, scratch);
      try {
        const beside = { ...location, databaseUrl: withName(location.databaseUrl ?? '', scratch) };
        const { address, environment } = clientOf(beside);
        const words = ['--no-password', '--no-owner', '--no-privileges', `--dbname=${address}`, file];
        await run('pg_restore', words, environment);
        return await withPostgres(beside, prove);
      } finally {
        await dropScratch(db, scratch);
      }
    }),
  );

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Tells the scratch database that an interrupted backup left from another database of the same name. */
const comment = 'Scratch database of a backup of Rollcall';

async function dropScratch(db: Db, name: string): Promise<void> {
  const scratch = await maybeOne<{ comment: string | null }>(
    db,
    sql`select shobj_description(oid, 'pg_database') as comment from pg_database where datname = ${name}`,
  );
  if (!scratch) return;
  if (scratch.comment !== comment)
    throw new UnusableError(`Backups are proven in a database ${name}, and there is one that no backup made`);
  // Ends a restore that outlived its server. `with (force)` would also need the right to end autovacuum.
  await db.all(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user`,
  );
  await db.exec(`drop database ${quoted(name)}`);
}

async function createScratch(db: Db, name: string): Promise<void> {
  await assertMayCreate(db);
  await db.exec(`create database ${quoted(name)} template template0 encoding 'UTF8'`);
  await db.exec(`comment on database ${quoted(name)} is '${comment}'`);
}

async function assertMayCreate(db: Db): Promise<void> {
  const { role, may } = await one<{ role: string; may: boolean }>(
    db,
    sql`select rolname as role, rolcreatedb or rolsuper as may from pg_roles where rolname = current_user`,
    ['may'],
  );
  if (!may)
    throw new UnusableError(
      `A backup is proven in a database of its own, which ${role} may not create. As an administrator of PostgreSQL: ` +
        `alter role ${quoted(role)} createdb`,
    );
}

/** User and password end at the last @, as in every URL: they may contain others, which PostgreSQL's programs want encoded. */
const parts = /^(\w+:\/\/)(?:([^/?#:]*)(?::([^/?#]*))?@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?(.*))?$/;

/** The password is in the environment, not the address: everybody on the machine can read a command line. */
function clientOf({ databaseUrl = '' }: DatabaseLocation) {
  const [, scheme = '', user, password, hosts = '', name = '', query = ''] = parts.exec(databaseUrl) ?? [];
  const options = new URLSearchParams(query);
  const secret = password === undefined ? options.get('password') : decodeURIComponent(password);
  options.delete('password');
  // Connect as the server itself does: to the primary, and with the certificates that Node trusts.
  if (hosts.includes(',')) options.set('target_session_attrs', 'read-write');
  const bundles = [process.env.NODE_EXTRA_CA_CERTS, '/etc/ssl/certs/ca-certificates.crt'];
  const authorities = options.get('sslmode')?.startsWith('verify') && bundles.find((file) => file && existsSync(file));
  const own = Object.entries(process.env).filter(([key]) => /^(?:PATH|HOME|PG.*)$/.test(key));
  const end = options.size === 0 ? '' : `?${options}`;
  return {
    address: `${scheme}${user === undefined ? '' : `${user.replaceAll('@', '%40')}@`}${hosts}/${name}${end}`,
    environment: {
      ...(authorities && { PGSSLROOTCERT: authorities }),
      ...Object.fromEntries(own),
      ...(secret && { PGPASSWORD: secret }),
      LC_ALL: 'C',
    },
  };
}

const withName = (url: string, name: string) =>
  url.replace(parts, (_, scheme, user, password, hosts, __, query) => {
    const who = user === undefined ? '' : `${user}${password === undefined ? '' : `:${password}`}@`;
    return `${scheme}${who}${hosts}/${name}${query === undefined ? '' : `?${query}`}`;
  });

async function run(
  program: 'pg_dump' | 'pg_restore',
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawn(program, words, { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = () => void child.kill();
  // It must not outlive the server.
  process.once('exit', stop);
  try {
    const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (signal) throw new UnusableError(`${program} was ended by ${signal}`);
    const problem = problemIn(program, said);
    if (problem) throw new UnusableError(problem);
    if (code !== 0 && !said.includes('errors ignored on restore'))
      throw new UnusableError(`${program} failed: ${said}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new UnusableError(
        `There is no ${program} on this machine: install PostgreSQL's programs, in Debian postgresql-client`,
      );
    throw error;
  } finally {
    process.off('exit', stop);
  }
}

/**
 * Commands of a dump that may fail without harm: for an extension that an administrator added, and for a setting of
 * PostgreSQL 17 in an older one.
 */
const harmless = /Command was: (?:SET transaction_timeout|CREATE EXTENSION|COMMENT ON EXTENSION)/;

function problemIn(program: string, said: string): string | undefined {
  const [, server, own] = /server version: (\S+);.* version: (\S+)/.exec(said) ?? [];
  if (server && own)
    return `${program} is of PostgreSQL ${own}, and the server of ${server}: install the client programs of its version`;
  const [, ...errors] = said.split(/^pg_\w+: error: /m);
  const error = errors.find((each) => !harmless.test(each));
  return error && `${program}: ${error.trim()}`;
}
