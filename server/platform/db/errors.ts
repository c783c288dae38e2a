// Errors of the database itself.

import { DomainError } from '../domainErrors.ts';
import { errorMessage } from '../log/log.ts';

/** The database cannot be used; the message tells the operator why and what to do. */
export class UnusableError extends Error {}

/** The database cannot be reached yet, because it is starting or the network is down. Waiting may help. */
export class UnreachableError extends UnusableError {}

/** Reports that PostgreSQL grants its user too little, as with tables that another user restored. */
export const notOwner = (cause: unknown) =>
  new UnusableError(`The user of DATABASE_URL must own the database and its tables: ${errorMessage(cause)}`, { cause });

/** Reports that the database cannot be reached, or that the connection was lost before it answered. */
export const databaseDown = (cause: unknown) =>
  new DomainError('unavailable', 'The database is not available. Please try again in a moment', {
    retryAfterSeconds: 5,
    cause,
  });

/** Reports that the connection was lost before the database confirmed a commit, which may have succeeded. */
export const lostAtCommit = (cause: unknown) =>
  new DomainError(
    'unavailable',
    'The database went away during the save. Please check whether it was saved before you try again',
    { retryAfterSeconds: 5, cause },
  );

/** Reports that other transactions wanted the same rows at every try, or that another process held SQLite's file. */
export const tooBusy = (cause: unknown) =>
  new DomainError('unavailable', 'Others are changing the same records. Please try again in a moment', {
    retryAfterSeconds: 2,
    cause,
  });

/** Thrown in a transaction whose premises changed before it held its locks; it is run again. */
export class BeginAgain extends Error {
  constructor() {
    super('What was to be locked first was another thing by then');
    this.name = 'BeginAgain';
  }
}

/** Nothing can be written for now; reading still works. */
export class UnwritableError extends DomainError {
  constructor(message: string, cause?: unknown) {
    super('unwritable', message, { retryAfterSeconds: 60, cause });
  }

  /** The first sentence of the message, without the full stop. */
  get why(): string {
    return this.message.replace(/\. .*/, '');
  }
}

export const diskFull = (cause?: unknown) => new UnwritableError('The server’s disk is full. Nothing was saved', cause);
/** Linux makes a failing disk read-only. */
export const diskReadOnly = (cause?: unknown) =>
  new UnwritableError('The server’s disk is read-only. Nothing was saved', cause);
/** An operator or provider made PostgreSQL read-only, as some do when its disk is nearly full. */
export const databaseReadOnly = (cause: unknown) =>
  new UnwritableError('The database is read-only. Nothing was saved', cause);

/**
 * Ignores that nothing can be written, for a write that only accompanies a read, such as a session's last use: people
 * can still read.
 */
export async function ignoreUnwritable(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!(error instanceof UnwritableError)) throw error;
  });
}
