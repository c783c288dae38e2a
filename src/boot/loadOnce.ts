// Code that is fetched when it is wanted.

/** It did not arrive: the network failed, or a newer version of the site took its place. */
export class CodeLoadError extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} could not be loaded. Please check your connection and try again.`, { cause });
    this.name = 'CodeLoadError';
  }
}

/**
 * What fetches it, once. A failure stands for a moment, so that whoever waits for the code is told, and is then
 * forgotten, so that it can be tried again. `what` begins the sentence that says so.
 */
export function loadOnce<T>(what: string, importCode: () => Promise<T>): () => Promise<T> {
  let fetched: Promise<T> | undefined;
  return () => {
    if (fetched) return fetched;
    const promise = importCode().catch((error: unknown) => {
      setTimeout(() => (fetched = undefined), 1_000);
      throw new CodeLoadError(what, error);
    });
    // React shows at once what a promise brought that says so; for any other it shows something else first.
    promise.then(
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      () => undefined,
    );
    return (fetched = promise);
  };
}
