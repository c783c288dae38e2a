// Error responses. Anything thrown that is neither an HttpError nor a DomainError is a bug: 500.

import { DomainError, type FieldMessages } from '../records/domainErrors.ts';

interface HttpErrorDetails {
  headers?: Readonly<Record<string, string>>;
  fields?: FieldMessages | undefined;
  data?: object | undefined;
}

export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: FieldMessages | undefined;
  readonly data: object | undefined;

  constructor(status: number, message: string, { headers = {}, fields, data }: HttpErrorDetails = {}) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
    this.fields = fields;
    this.data = data;
  }
}

const statuses: Readonly<Record<DomainError['reason'], number>> = {
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  outdated: 412,
  invalid: 422,
  tooManyAttempts: 429,
  unavailable: 503,
  diskFull: 507,
};

/** The response to an error, or undefined for a bug. */
export function httpErrorOf(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (!(error instanceof DomainError)) return undefined;
  const { fields, data, retryAfterSeconds } = error.details;
  return new HttpError(statuses[error.reason], error.message, {
    fields,
    data,
    ...(retryAfterSeconds !== undefined && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  });
}

export const badRequest = (message: string) => new HttpError(400, message);
export const methodNotAllowed = (allowed: readonly string[]) =>
  new HttpError(405, 'Method not allowed', { headers: { Allow: allowed.join(', ') } });
/** The rest of the body is not read, so the connection cannot be reused. */
export const tooLarge = () => new HttpError(413, 'Request body too large', { headers: { Connection: 'close' } });
