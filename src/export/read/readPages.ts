// Every page of the list, in the list's order, with several requests in flight.

import type { Api } from '../../api/client.ts';
import { asApiError, type FailureKind } from '../../api/errors.ts';
import type { Page } from '../../contract/decode.ts';
import type { Query } from '../../contract/endpoints.ts';
import type { AttendanceRecord } from '../../contract/entities/attendance.ts';
import { pause } from './pause.ts';

export type Filters = Query<'GET /attendance'>;

const pageSize = 100;
const inFlight = 6;
/** How long to wait before a page that failed is asked for again, in milliseconds. */
const waits = [400, 1600];
/** To ask again would bring the same answer. */
const final: readonly FailureKind[] = ['aborted', 'unauthenticated', 'forbidden', 'notFound', 'invalid'];

export async function* readPages(
  api: Api,
  filters: Filters,
  signal: AbortSignal,
): AsyncGenerator<Page<AttendanceRecord>> {
  const left = new AbortController();
  const either = AbortSignal.any([signal, left.signal]);
  const underWay: Promise<Page<AttendanceRecord>>[] = [];
  let lastPage = 1;
  let asked = 0;
  try {
    for (let read = 0; read < lastPage; read += 1) {
      while (asked < lastPage && underWay.length < inFlight) {
        asked += 1;
        const page = readPage(api, filters, asked, either);
        page.catch(() => undefined); // whoever awaits it is told; until then it must not count as unhandled
        underWay.push(page);
      }
      const page = await underWay.shift();
      if (!page) return;
      lastPage = Math.max(page.last_page, lastPage);
      yield page;
    }
  } finally {
    left.abort();
  }
}

export async function readPage(
  api: Api,
  filters: Filters,
  page: number,
  signal: AbortSignal,
): Promise<Page<AttendanceRecord>> {
  const query = { ...filters, page, per_page: pageSize };
  for (const wait of waits) {
    try {
      return (await api('GET /attendance', { query }, { signal })).data;
    } catch (error) {
      if (signal.aborted || final.includes(asApiError(error).kind)) throw error;
      await pause(wait, signal);
    }
  }
  return (await api('GET /attendance', { query }, { signal })).data;
}
