// Failures of calls and their messages (specification, point 8).

import type { FieldErrors } from '../../shared/contract/validate.ts';

export type FailureKind =
  | 'misconfigured'
  | 'unreachable'
  | 'timedOut'
  | 'aborted'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'outdated'
  | 'invalid'
  | 'refused'
  | 'html'
  | 'unreadable';

interface Failure {
  kind: FailureKind;
  message: string;
  /** 0 if no answer arrived. */
  status?: number;
  /** Whether the message came from the server. */
  fromServer?: boolean;
  fields?: FieldErrors;
  /** Data of the refusal besides its message. */
  data?: unknown;
}

export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  readonly fromServer: boolean;
  readonly fields: FieldErrors;
  readonly data: unknown;

  constructor({ kind, message, status = 0, fromServer = false, fields = {}, data }: Failure) {
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.fromServer = fromServer;
    this.fields = fields;
    this.data = data;
  }
}

export const htmlMessage = 'API endpoint returned HTML instead of JSON. Please check your API URL configuration.';

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ kind: 'unreadable', message: error instanceof Error ? error.message : String(error) });
}

/** Returns the server's own message, or else ours about what was tried, followed by the reason. */
export function describeFailure(error: ApiError, fallback: string): string {
  return error.fromServer ? error.message : `${fallback}. ${error.message}`;
}
