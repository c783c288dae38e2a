// The database cannot be used as things are; the message tells a person why and what to do.

export class UnusableError extends Error {}
