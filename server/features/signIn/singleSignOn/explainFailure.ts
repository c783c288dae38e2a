// Why a conversation with the provider failed: in one of our words, with a detail for the log that has no secret in it.

import * as oauth from 'oauth4webapi';
import type { SingleSignOnFailure } from '../../../../src/shared/contract/singleSignOn.ts';
import { errorMessage } from '../../../platform/log/log.ts';
import { OutboundError } from '../../../platform/http/outbound.ts';
import { singleLine } from '../../../platform/log/singleLine.ts';
import { SingleSignOnError } from './failure.ts';

/** It answered, but not as a provider does. */
const notAsProvider = new Set<string | undefined>([oauth.RESPONSE_IS_NOT_CONFORM, oauth.RESPONSE_IS_NOT_JSON]);

/** `otherwise`: the reason of what is not recognised here. */
export function asFailure(error: unknown, otherwise: SingleSignOnFailure): SingleSignOnError {
  if (error instanceof SingleSignOnError) return error;
  const fail = (reason: SingleSignOnFailure, detail: string) =>
    new SingleSignOnError(reason, singleLine(detail), { cause: error });
  if (error instanceof OutboundError) return fail('unreachable', error.message);
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    // A code that is used again, too late, or without what belongs to it.
    const reason = error.error === 'invalid_grant' ? 'expired' : 'refused';
    return fail(reason, [error.error, error.error_description].filter(Boolean).join(': '));
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) return fail('refused', error.message);
  if (error instanceof oauth.OperationProcessingError && notAsProvider.has(error.code))
    return fail('unreachable', error.message);
  return fail(otherwise, errorMessage(error));
}
