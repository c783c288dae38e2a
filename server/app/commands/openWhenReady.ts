// Waits for a PostgreSQL that is late, as after a power cut: the server and its database start at the same time.

import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../platform/db/db.ts';
import { UnreachableError } from '../../platform/db/errors.ts';
import type { DatabaseLocation } from '../../platform/db/open.ts';
import type { Log } from '../../platform/log/log.ts';
import { openWithPermissions } from './openWithPermissions.ts';

const waitMs = 60_000;
const pauseMs = 2_000;

/** Gives up after a minute, so that the operator learns of it. */
export async function openWhenReady(location: DatabaseLocation, log: Log): Promise<Db> {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      return await openWithPermissions(location);
    } catch (error) {
      if (!(error instanceof UnreachableError) || performance.now() > end) throw error;
      log.warn('waiting for the database', { error: error.message });
      await wait(pauseMs);
    }
  }
}
