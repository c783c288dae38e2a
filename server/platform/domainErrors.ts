// Why a request, a command or a job is refused. HTTP translates these errors into status codes (http/json.ts);
// everything below it throws them without knowing HTTP.

export type FieldMessages = Readonly<Record<string, string>>;

type Reason =
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'gone'
  | 'outdated'
  | 'invalid'
  | 'tooManyAttempts'
  | 'unavailable'
  | 'unwritable';

interface Details {
  /** The message of each wrong field, for 'invalid'. */
  readonly fields?: FieldMessages;
  /** Part of the answer, beside the message. */
  readonly data?: object;
  /** Time after which another try may help. */
  readonly retryAfterSeconds?: number;
  /** Logged only. */
  readonly cause?: unknown;
}

export class DomainError extends Error {
  readonly reason: Reason;
  readonly details: Details;

  constructor(reason: Reason, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'DomainError';
    this.reason = reason;
    this.details = details;
  }
}

/** Says that no request can be served for now, such as while the database is away or the disk is full. */
export const isOutage = (error: unknown): boolean =>
  error instanceof DomainError && (error.reason === 'unavailable' || error.reason === 'unwritable');

export const unauthenticated = (message = 'Please sign in') => new DomainError('unauthenticated', message);
export const forbidden = (message = "You don't have permission to do this") => new DomainError('forbidden', message);
export const notFound = (message = 'Not found') => new DomainError('notFound', message);
export const conflict = (message: string) => new DomainError('conflict', message);
/** What the request refers to is no longer kept, so the caller has to begin again. */
export const gone = (message: string) => new DomainError('gone', message);
/** `data` has the form of `OutdatedEdit`. */
export const outdated = (message: string, data: object) => new DomainError('outdated', message, { data });
/** The first field's message is shown where there is room for only one. */
export const invalid = (fields: FieldMessages) =>
  new DomainError('invalid', Object.values(fields)[0] ?? 'Please check your input and try again', { fields });
export const tooManyAttempts = (message: string, retryAfterSeconds: number) =>
  new DomainError('tooManyAttempts', message, { retryAfterSeconds });
