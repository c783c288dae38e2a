// Asks for pages as wide as a server lets them be.

import type { Page } from '../../../shared/contract/decode.ts';
import type { Answered } from '../../api/client.ts';
import { asApiError } from '../../api/errors.ts';
import { type AskPage, pageSize } from './readPages.ts';

/** The server chooses the width if none is given. */
export type AskWidePage<R> = (
  page: number,
  width: number | undefined,
  signal: AbortSignal,
) => Promise<Answered<Page<R>>>;

/** Some servers do not know the parameter, and some refuse one that is too great. */
export function asWideAsPossible<R>(ask: AskWidePage<R>): AskPage<R> {
  let width: number | undefined = pageSize;
  return async (page, signal) => {
    try {
      return await ask(page, width, signal);
    } catch (error) {
      const isRefused = page === 1 && width !== undefined && [400, 422].includes(asApiError(error).status);
      if (!isRefused) throw error;
      width = undefined;
      return ask(page, width, signal);
    }
  };
}
