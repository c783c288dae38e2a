// Loads code when it is needed.

/** Thrown if the network failed, or a newer version of the site has replaced the file. */
export class CodeLoadError extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} could not be loaded. Please check your connection and try again.`, { cause });
    this.name = 'CodeLoadError';
  }
}

/** `what` begins the error message. Failures are forgotten after a second, so that the code can be requested again. */
export function loadOnce<T>(what: string, importCode: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    if (loading) return loading;
    const promise = importCode().catch((error: unknown) => {
      setTimeout(() => (loading = undefined), 1_000);
      throw new CodeLoadError(what, error);
    });
    // React's use() reads a promise with these fields at once, and suspends for a moment on any other.
    promise.then(
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      () => undefined,
    );
    return (loading = promise);
  };
}
