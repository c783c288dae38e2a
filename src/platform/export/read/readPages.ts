// Reads all pages of a list in order, several at a time, each with as many rows as the server allows.

import type { Page } from '../../../shared/contract/decode.ts';
import type { Answered } from '../../api/client.ts';
import { asApiError, type FailureKind } from '../../api/errors.ts';

export type ReadPage<R> = Answered<Page<R>>;
export type AskPage<R> = (page: number, signal: AbortSignal) => Promise<ReadPage<R>>;

/** Servers' usual limit. */
export const pageSize = 100;
const inFlight = 6;
/** Milliseconds before a failed page is requested again. */
const retryDelays = [400, 1600];
/** Failures that a retry would only repeat. */
const permanent: readonly FailureKind[] = ['aborted', 'unauthenticated', 'forbidden', 'notFound', 'invalid'];

export async function* readPages<R>(ask: AskPage<R>, signal: AbortSignal): AsyncGenerator<ReadPage<R>> {
  const done = new AbortController();
  const cancelled = AbortSignal.any([signal, done.signal]);
  const pending: Promise<ReadPage<R>>[] = [];
  let lastPage = 1;
  let requested = 0;
  try {
    for (let read = 0; read < lastPage; read += 1) {
      while (requested < lastPage && pending.length < inFlight) {
        requested += 1;
        const page = readPage(ask, requested, cancelled);
        page.catch(() => undefined); // reported when awaited; until then it must not count as unhandled
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

export async function readPage<R>(ask: AskPage<R>, page: number, signal: AbortSignal): Promise<ReadPage<R>> {
  for (const delay of retryDelays) {
    try {
      return await ask(page, signal);
    } catch (error) {
      if (signal.aborted || permanent.includes(asApiError(error).kind)) throw error;
      await pause(delay, signal);
    }
  }
  return ask(page, signal);
}

/** Waits, but rejects at once if reading is cancelled. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Requests a page of `size` rows. If undefined, the server decides. */
export type AskPageOfSize<R> = (
  page: number,
  size: number | undefined,
  signal: AbortSignal,
) => Promise<Answered<Page<R>>>;

/** Drops the size if it is refused: some servers do not know the parameter, others have a lower limit. */
export function withLargestPages<R>(ask: AskPageOfSize<R>): AskPage<R> {
  let size: number | undefined = pageSize;
  return async (page, signal) => {
    try {
      return await ask(page, size, signal);
    } catch (error) {
      const isRefused = page === 1 && size !== undefined && [400, 422].includes(asApiError(error).status);
      if (!isRefused) throw error;
      size = undefined;
      return ask(page, size, signal);
    }
  };
}
