// How long the console waits while the server speaks to an HR system: longer than the server itself does.

/** A run of one company takes up to five minutes, and companies may wait for each other. */
export const syncTimeoutMs = 10 * 60_000;

/** A test of the connection, or reading people. */
export const askingTimeoutMs = 90_000;
