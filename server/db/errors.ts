// What can be wrong with the database itself.

import { DomainError } from '../platform/domainErrors.ts';

/** The database cannot be used; the message tells the operator why and what to do. */
export class UnusableError extends Error {}

/** Waiting may help: it is starting, or the network is not there yet. */
export class UnreachableError extends UnusableError {}

/** It cannot be reached, or the connection was lost before it answered. */
export const databaseDown = (cause: unknown) =>
  new DomainError('unavailable', 'The database is not available. Please try again in a moment', {
    retryAfterSeconds: 5,
    cause,
  });

/** Of the database. */
export const diskFull = (cause?: unknown) =>
  new DomainError('diskFull', 'The server’s disk is full. Nothing was saved', { retryAfterSeconds: 60, cause });

export const isDiskFull = (error: unknown) => error instanceof DomainError && error.reason === 'diskFull';

/** For what reading notes down: a full disk must not keep people from reading. */
export async function unlessDiskFull(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
  });
}
