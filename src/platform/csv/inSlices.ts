// Splits long work into short slices, so that the page stays responsive.

export interface SliceOptions {
  signal?: AbortSignal;
  /** Called between slices. */
  onSlice?(): void;
}

/** Shorter than a frame, with room for other work in it. */
const sliceMs = 10;

export async function inSlices<T>(items: Iterable<T>, each: (item: T) => void, options: SliceOptions): Promise<void> {
  const { signal, onSlice } = options;
  let end = performance.now() + sliceMs;
  for (const item of items) {
    each(item);
    if (performance.now() < end) continue;
    onSlice?.();
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    end = performance.now() + sliceMs;
  }
  signal?.throwIfAborted();
}
