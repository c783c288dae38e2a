// Data of a released version, described in tests/server/upgrades/README.md. The installation starts with it.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Oracle } from '../oracle.ts';
import { recordsOfFile } from '../records.ts';

const folder = 'tests/server/upgrades/1.1.0';

interface Facts {
  readonly day: string;
  readonly madeAt: string;
  readonly attendance: number;
  /** Results by employee: accepted, rejected, and unanswered. */
  readonly sent: Record<'00101' | '00102' | '00103', string[]>;
  readonly audit: { readonly entries: number; readonly head: string };
}

export const facts: Facts = JSON.parse(readFileSync(path.join(folder, 'sqlite.json'), 'utf8'));

export const releaseDays = [facts.day, facts.madeAt.slice(0, 10)];

/** Returns the file of the database. */
export function placeRelease(dataFolder: string): string {
  const file = path.join(dataFolder, 'rollcall.sqlite');
  mkdirSync(dataFolder, { mode: 0o700 });
  writeFileSync(file, gunzipSync(readFileSync(path.join(folder, 'sqlite.gz'))), { mode: 0o600 });
  return file;
}

/** Tells the oracle what the release left. Call it before this version changes the file. */
export function expectRelease(oracle: Oracle, file: string): void {
  const records = recordsOfFile(file);
  if (records.length !== facts.attendance) throw new Error(`${records.length} records in the data of the release`);
  for (const record of records) oracle.expect(record);
  // Records that its HR system accepted or rejected are not sent again, and unknown codes are never sent.
  const isSettled = ({ employee, at }: { employee: string; at: string }) =>
    employee === '00999' || (at.startsWith(facts.day) && employee !== '00103');
  for (const record of records.filter((each) => !isSettled(each))) oracle.expectDelivery(record);
  oracle.audited += facts.audit.entries;
}
