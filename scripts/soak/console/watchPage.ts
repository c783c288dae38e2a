// Runs in the page before anything of the console: counts what the browser's own figures leave out.

export interface Held {
  /** Addresses of files that were made and not given back. */
  files: number;
  /** Timers that wait. */
  timers: number;
  /** Observers of changes to the page. */
  observers: number;
}

declare global {
  interface Window {
    readonly held: () => Held;
    /** How many requests are on their way. */
    readonly requests: () => number;
  }
}

/** Playwright sends its text to the page: all that it uses stands within it. */
export function watchPage(): void {
  let underWay = 0;
  const ask = window.fetch;
  const fetch = (...request: Parameters<typeof ask>) => {
    const answer = ask(...request);
    const ended = () => void underWay--;
    underWay++;
    answer.then(ended, ended);
    return answer;
  };

  const files = new Set<string>();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (content) => {
    const address = createObjectURL.call(URL, content);
    files.add(address);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    files.delete(address);
    revokeObjectURL.call(URL, address);
  };

  const timers = new Set<unknown>();
  const { setTimeout: later, clearTimeout: notLater, setInterval: often, clearInterval: notOften } = window;
  const watched = {
    setTimeout(work: (...given: unknown[]) => void, ...rest: [number?, ...unknown[]]) {
      const timer: unknown = later(
        (...given: unknown[]) => {
          timers.delete(timer);
          work(...given);
        },
        ...rest,
      );
      timers.add(timer);
      return timer;
    },
    clearTimeout(timer: number | undefined) {
      timers.delete(timer);
      notLater(timer);
    },
    setInterval(...work: Parameters<typeof often>) {
      const timer: unknown = often(...work);
      timers.add(timer);
      return timer;
    },
    clearInterval(timer: number | undefined) {
      timers.delete(timer);
      notOften(timer);
    },
  };

  const observers = new Set<MutationObserver>();
  class WatchedObserver extends MutationObserver {
    override observe(...what: Parameters<MutationObserver['observe']>) {
      observers.add(this);
      super.observe(...what);
    }
    override disconnect() {
      observers.delete(this);
      super.disconnect();
    }
  }

  const held = () => ({ files: files.size, timers: timers.size, observers: observers.size });
  const requests = () => underWay;
  Object.assign(window, watched, { fetch, MutationObserver: WatchedObserver, held, requests });
}
