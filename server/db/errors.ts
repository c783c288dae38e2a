/** The database cannot be used; the message tells the operator why and what to do. */
export class UnusableError extends Error {}
