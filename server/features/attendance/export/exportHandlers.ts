// Signs exports. A browser put the rows of a file together, so the server hashes them again from its database, and
// signs only rows that it has.

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Statement } from '../../../../src/shared/contract/attendance.ts';
import type { Body } from '../../../../src/shared/contract/calls.ts';
import { cellsOf, hashedLine } from '../../../../src/shared/words/exportedRow.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { conflict } from '../../../platform/domainErrors.ts';
import { assertValid, type Handlers } from '../../../platform/records/endpoint.ts';
import { asUtc, type Clocks, instantOf } from '../../../platform/time/clock.ts';
import type { Filters } from '../attendanceFilters.ts';
import { filtersOf } from '../attendanceHandlers.ts';
import { listAttendance, type PageStart } from '../attendanceQueries.ts';
import { countAttendance } from '../counts.ts';
import { loadSigner } from './signingKey.ts';

export const exportHandlers = {
  async 'GET /attendance/signing-key'({ db }) {
    const { publicKey, fingerprint } = await loadSigner(db);
    return { public_key: publicKey, fingerprint };
  },

  async 'POST /attendance/sign-export'(request) {
    const { db, caller, clocks, body, now, publicUrl } = request;
    assertValid(complaintsAbout(body));
    const { skip, rows, rows_hash, seal, up_to_id, has_zones = false } = body;
    const filters = { ...(await filtersOf(db, { caller, clocks }, body.filters)), up_to_id };
    const total = await countAttendance(db, caller, filters);
    const isKnown =
      skip + rows <= total && rows_hash === (await hashRows(db, { caller, clocks, filters, skip, rows, has_zones }));
    if (!isKnown) throw conflict('The records have changed since the export read them');

    const signer = await loadSigner(db);
    const statement: Statement = {
      type: 'attendance-export-1',
      server: publicUrl,
      key: signer.fingerprint,
      signed_at: asUtc(instantOf(now)),
      user_id: caller.id,
      user: `${caller.name} (${caller.email})`,
      filters: Object.fromEntries(Object.entries(body.filters).map(([name, value]) => [name, String(value)])),
      up_to_id,
      total,
      skip,
      rows,
      rows_hash,
      seal,
    };
    const text = JSON.stringify(statement);
    await db.tx((queries) => audit(queries, request, 'attendance.sign_export', 'attendance', { after: statement }));
    return { statement: text, signature: signer.sign(text) };
  },
} satisfies Partial<Handlers>;

/** Limit of the largest export. */
const maxRows = 200_000;

function complaintsAbout({ skip, rows, seal }: Body<'POST /attendance/sign-export'>) {
  return {
    ...(skip < 0 && { skip: 'This must not be negative' }),
    ...((rows < 1 || rows > maxRows) && { rows: `This must be between 1 and ${maxRows}` }),
    ...(!/^[0-9a-f]{64}$/.test(seal) && { seal: 'This must be a SHA-256 in hexadecimal digits' }),
  };
}

interface Rows {
  readonly caller: Caller;
  readonly clocks: Clocks;
  readonly filters: Filters;
  /** Number of rows before them in the list. */
  readonly skip: number;
  readonly rows: number;
  readonly has_zones: boolean;
}

const batchSize = 1_000;

/**
 * Computes the hash of an exported file's rows again, from the records in the database that the caller sees, in the
 * order of the list.
 */
async function hashRows(queries: Queries, request: Rows): Promise<string> {
  const { caller, clocks, filters, skip, rows, has_zones } = request;
  const hash = createHash('sha256');
  let start: PageStart = { skip };
  for (let left = rows; left > 0; left -= batchSize) {
    const limit = Math.min(left, batchSize);
    const batch = await listAttendance(queries, { caller, clocks, filters, start, limit });
    for (const { record } of batch) hash.update(hashedLine(cellsOf(record, has_zones)));
    const after = batch.at(-1)?.cursor;
    if (after) start = { after, skip: 0 };
    await setImmediate(); // lets other requests in, although SQLite answers without a pause
  }
  return hash.digest('hex');
}
