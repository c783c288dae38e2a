// The answers that are not the one asked for, by name. What is thrown and is none of these is our fault: 500.

export type FieldMessages = Readonly<Record<string, string>>;

export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: FieldMessages | undefined;

  constructor(
    status: number,
    message: string,
    { headers = {}, fields }: { headers?: Readonly<Record<string, string>>; fields?: FieldMessages } = {},
  ) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
    this.fields = fields;
  }
}

export const badRequest = (message: string) => new HttpError(400, message);
export const unauthenticated = (message = 'Please sign in') => new HttpError(401, message);
export const forbidden = (message = 'You are not allowed to do this') => new HttpError(403, message);
export const notFound = (message = 'Not found') => new HttpError(404, message);
export const methodNotAllowed = (allowed: readonly string[]) =>
  new HttpError(405, 'Method not allowed', { headers: { Allow: allowed.join(', ') } });
export const conflict = (message: string) => new HttpError(409, message);
/** The rest of the body is not read, so the connection cannot be used again. */
export const tooLarge = () => new HttpError(413, 'Request body too large', { headers: { Connection: 'close' } });
/** The first complaint speaks for all where only one sentence is shown. */
export const invalid = (fields: FieldMessages) =>
  new HttpError(422, Object.values(fields)[0] ?? 'Please check your input and try again', { fields });
export const tooMany = (message: string, seconds: number) =>
  new HttpError(429, message, { headers: { 'Retry-After': String(seconds) } });
