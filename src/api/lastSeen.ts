// Answers as they were last seen, so that a list stands there at once while it is asked for anew.
// In memory only, by names that say who asked.

/** Screens, not pages of a long list: so many answers are kept, and so long, in milliseconds. */
const most = 20;
const longest = 5 * 60_000;

export interface Memory {
  recall(name: string): unknown;
  keep(name: string, data: unknown): void;
  forget(): void;
}

export function createMemory(): Memory {
  const kept = new Map<string, { data: unknown; until: number }>();
  return {
    recall(name) {
      const answer = kept.get(name);
      return answer && Date.now() < answer.until ? answer.data : undefined;
    },
    keep(name, data) {
      kept.delete(name); // or it would keep its place as the oldest
      kept.set(name, { data, until: Date.now() + longest });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
    forget: () => kept.clear(),
  };
}
