// Answers kept in memory, by request. A prefetched answer is fresh for the first reader; any other is shown only
// while the request is repeated.

/** In milliseconds. */
const freshFor = 10_000;
const keptFor = 5 * 60_000;
/** Screens, not the pages of a long list. */
const maxAnswers = 20;

interface Cached {
  answered: unknown;
  time: number;
  isPrefetched: boolean;
}

export interface AnswerCache {
  peek(request: string): { answered: unknown; isFresh: boolean } | undefined;
  keep(request: string, answered: unknown, isPrefetched: boolean): void;
  remove(isStale: (request: string) => boolean): void;
  clear(): void;
}

export function createAnswerCache(): AnswerCache {
  const answers = new Map<string, Cached>();
  return {
    peek(request) {
      const cached = answers.get(request);
      const age = cached ? Date.now() - cached.time : keptFor;
      if (!cached || age >= keptFor) return undefined;
      return { answered: cached.answered, isFresh: cached.isPrefetched && age < freshFor };
    },
    keep(request, answered, isPrefetched) {
      answers.delete(request); // so that it becomes the newest entry
      answers.set(request, { answered, time: Date.now(), isPrefetched });
      const [oldest] = answers.keys();
      if (answers.size > maxAnswers && oldest !== undefined) answers.delete(oldest);
    },
    remove(isStale) {
      for (const request of answers.keys()) if (isStale(request)) answers.delete(request);
    },
    clear: () => answers.clear(),
  };
}
