// What a failed call of many means for the others.

import { failedMessage } from '../api/calls.ts';
import { asApiError, describeFailure, type ApiError } from '../api/errors.ts';
import type { WriteKey } from '../../shared/contract/calls.ts';
import type { Reaction } from './runMany.ts';

/** Too many requests, or the server is down for the moment. */
const overloaded = [429, 502, 503, 504];

export const onFailure = (call: WriteKey) => (error: unknown) => {
  const failure = asApiError(error);
  return { reaction: reactionTo(failure), reason: reasonOf(failure, failedMessage(call)) };
};

function reactionTo({ kind, status }: ApiError): Reaction {
  switch (kind) {
    case 'misconfigured':
    case 'unreachable':
    case 'aborted':
    case 'unauthenticated':
    case 'html':
      return 'stop';
    case 'notFound':
    case 'invalid':
      return 'halve';
    default:
      return overloaded.includes(status) ? 'stop' : 'continue';
  }
}

/** Without an answer nobody knows whether the server did it. Doing it once more changes nothing. */
function reasonOf(failure: ApiError, fallback: string): string {
  const reason = describeFailure(failure, fallback);
  const isUnanswered = failure.kind === 'unreachable' || failure.kind === 'timedOut';
  return isUnanswered ? `${reason} It may have been done all the same.` : reason;
}
