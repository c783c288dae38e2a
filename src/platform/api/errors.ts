// The failures of a call and their messages (specification, point 8).

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
  /** Data of the refusal, beside its message. */
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

export const failureMessages = {
  html: 'API endpoint returned HTML instead of JSON. Please check your API URL configuration.',
  misconfigured: 'The API URL is not valid. Please check your API URL configuration.',
  unreadable: 'The server sent an answer that is not readable JSON.',
  unreachable: 'The server cannot be reached. Please check your connection and try again.',
  timedOut: 'The server took too long to answer. Please try again.',
  aborted: 'The request was cancelled.',
  refused: 'The server refused the request without giving a reason.',
};

const kinds: Readonly<Record<number, FailureKind>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'notFound',
  405: 'notFound',
  412: 'outdated',
  422: 'invalid',
};

export const kindOfStatus = (status: number): FailureKind => kinds[status] ?? 'refused';

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ kind: 'unreadable', message: error instanceof Error ? error.message : String(error) });
}

/** The server's own message, or ours for what was tried, followed by the reason. */
export function describeFailure(error: ApiError, fallback: string): string {
  return error.fromServer ? error.message : `${fallback}. ${error.message}`;
}
