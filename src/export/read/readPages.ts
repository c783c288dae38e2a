// Reads all pages of the list in order, several at a time.

import type { Answered, Api } from '../../api/client.ts';
import { asApiError, type FailureKind } from '../../api/errors.ts';
import type { Page } from '../../contract/decode.ts';
import type { Query } from '../../contract/endpoints.ts';
import type { AttendanceRecord } from '../../contract/entities/attendance.ts';
import { pause } from './pause.ts';

export type ReadPage = Answered<Page<AttendanceRecord>>;
export type Filters = Query<'GET /attendance'>;

const pageSize = 100;
const inFlight = 6;
/** Before a failed page is requested again, in milliseconds. */
const retryDelays = [400, 1600];
/** A retry would fail in the same way. */
const permanent: readonly FailureKind[] = ['aborted', 'unauthenticated', 'forbidden', 'notFound', 'invalid'];

export async function* readPages(api: Api, filters: Filters, signal: AbortSignal): AsyncGenerator<ReadPage> {
  const done = new AbortController();
  const cancelled = AbortSignal.any([signal, done.signal]);
  const pending: Promise<ReadPage>[] = [];
  let lastPage = 1;
  let requested = 0;
  try {
    for (let read = 0; read < lastPage; read += 1) {
      while (requested < lastPage && pending.length < inFlight) {
        requested += 1;
        const page = readPage(api, filters, requested, cancelled);
        page.catch(() => undefined); // reported when it is awaited; until then it must not count as unhandled
        pending.push(page);
      }
      const page = await pending.shift();
      if (!page) return;
      lastPage = Math.max(page.data.last_page, lastPage);
      yield page;
    }
  } finally {
    done.abort();
  }
}

export async function readPage(api: Api, filters: Filters, page: number, signal: AbortSignal): Promise<ReadPage> {
  const query = { ...filters, page, per_page: pageSize };
  for (const delay of retryDelays) {
    try {
      return await api('GET /attendance', { query }, { signal });
    } catch (error) {
      if (signal.aborted || permanent.includes(asApiError(error).kind)) throw error;
      await pause(delay, signal);
    }
  }
  return api('GET /attendance', { query }, { signal });
}
