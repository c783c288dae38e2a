// Time in the simulation: it passes only when something takes time, and what is under way arrives when it is due.

export interface SimulatedTime {
  now(): Date;
  pass(seconds: number): Promise<void>;
  /** So much time passes that nothing is under way any more; then the clock is set, perhaps back. */
  moveTo(instant: Date): Promise<void>;
  /** Happens when so many seconds have passed. */
  later(seconds: number, work: () => Promise<unknown>): void;
}

export function createTime(start: Date): SimulatedTime {
  let now = start.getTime();
  /** Unlike the clock, never goes back. */
  let passed = 0;
  let underWay: { dueAt: number; work: () => Promise<unknown> }[] = [];

  async function arriveUntil(end: number): Promise<void> {
    const due = underWay.filter(({ dueAt }) => dueAt <= end);
    underWay = underWay.filter((each) => !due.includes(each));
    for (const { work } of due) await work();
  }

  return {
    now: () => new Date(now),
    async pass(seconds) {
      passed += seconds;
      now += seconds * 1000;
      await arriveUntil(passed);
    },
    async moveTo(instant) {
      await arriveUntil(Infinity);
      now = instant.getTime();
    },
    later(seconds, work) {
      underWay.push({ dueAt: passed + seconds, work });
    },
  };
}
