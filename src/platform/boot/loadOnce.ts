// Code that is fetched when it is needed.

/** The network failed, or a newer version of the site has replaced the file. */
export class CodeLoadError extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} could not be loaded. Please check your connection and try again.`, { cause });
    this.name = 'CodeLoadError';
  }
}

/**
 * `what` begins the message of a failure, which is forgotten after a second so that the code can be requested again.
 */
export function loadOnce<T>(what: string, importCode: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    if (loading) return loading;
    const promise = importCode().catch((error: unknown) => {
      setTimeout(() => (loading = undefined), 1_000);
      throw new CodeLoadError(what, error);
    });
    // React's use() reads a promise with these two fields at once, where any other suspends for a moment.
    promise.then(
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      () => undefined,
    );
    return (loading = promise);
  };
}
