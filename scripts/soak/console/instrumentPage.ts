// Counts what the browser's own metrics leave out. Runs in the page before any script of the console.

export interface PageHandles {
  /** Object URLs that were not revoked. */
  files: number;
  timers: number;
  /** Connected mutation observers. */
  observers: number;
}

declare global {
  interface Window {
    readonly countHandles: () => PageHandles;
    readonly pendingRequests: () => number;
  }
}

/** Playwright sends the source of this function to the page, so everything it uses is inside it. */
export function instrumentPage(): void {
  let pending = 0;
  const { fetch: request } = window;
  const fetch = (...args: Parameters<typeof request>) => {
    const answer = request(...args);
    const settle = () => void pending--;
    pending++;
    answer.then(settle, settle);
    return answer;
  };

  const files = new Set<string>();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (content) => {
    const url = createObjectURL.call(URL, content);
    files.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    files.delete(url);
    revokeObjectURL.call(URL, url);
  };

  const timers = new Set<unknown>();
  const { setTimeout, clearTimeout, setInterval, clearInterval } = window;
  const tracked = {
    setTimeout(callback: (...args: unknown[]) => void, ...rest: [number?, ...unknown[]]) {
      const timer: unknown = setTimeout(
        (...args: unknown[]) => {
          timers.delete(timer);
          callback(...args);
        },
        ...rest,
      );
      timers.add(timer);
      return timer;
    },
    clearTimeout(timer: number | undefined) {
      timers.delete(timer);
      clearTimeout(timer);
    },
    setInterval(...args: Parameters<typeof setInterval>) {
      const timer: unknown = setInterval(...args);
      timers.add(timer);
      return timer;
    },
    clearInterval(timer: number | undefined) {
      timers.delete(timer);
      clearInterval(timer);
    },
  };

  const observers = new Set<MutationObserver>();
  class TrackedObserver extends MutationObserver {
    override observe(...args: Parameters<MutationObserver['observe']>) {
      observers.add(this);
      super.observe(...args);
    }
    override disconnect() {
      observers.delete(this);
      super.disconnect();
    }
  }

  const countHandles = () => ({ files: files.size, timers: timers.size, observers: observers.size });
  const pendingRequests = () => pending;
  Object.assign(window, tracked, { fetch, MutationObserver: TrackedObserver, countHandles, pendingRequests });
}
