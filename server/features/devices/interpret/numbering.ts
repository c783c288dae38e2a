// The device's own numbers begin again after a reset. Each beginning is a generation, so that gaps within one can be
// told. It is no part of what tells facts from each other, since they may come again in any order. Pure.

export interface Numbering {
  readonly generation: number;
  /** Null before the first number. */
  readonly lastNumber: number | null;
  /** The greatest plausible time that had a number. */
  readonly lastLocalTime: string;
}

export interface Numbered {
  readonly number: number | null;
  readonly localTime: string;
  readonly isPlausible: boolean;
}

/** When an earlier generation began, by the clock of the device. */
export interface GenerationStart {
  readonly generation: number;
  readonly localTime: string;
}

export interface NumberedFacts<F> {
  readonly generations: ReadonlyMap<F, number>;
  readonly after: Numbering;
}

/** `starts` are those of the generations so far, the latest first. */
export function numberFacts<F extends Numbered>(
  before: Numbering,
  facts: readonly F[],
  starts: readonly GenerationStart[],
): NumberedFacts<F> {
  const generations = new Map<F, number>();
  const begun = [...starts];
  let { generation, lastNumber, lastLocalTime } = before;
  for (const fact of facts) {
    const { number, localTime, isPlausible } = fact;
    if (number === null || !isPlausible) {
      generations.set(fact, generation);
    } else if (localTime > lastLocalTime) {
      if (lastNumber !== null && number <= lastNumber) {
        generation++;
        begun.unshift({ generation, localTime });
      }
      [lastNumber, lastLocalTime] = [number, localTime];
      generations.set(fact, generation);
    } else {
      const then = begun.find((start) => start.localTime <= localTime) ?? begun.at(-1);
      generations.set(fact, then?.generation ?? generation);
    }
  }
  return { generations, after: { generation, lastNumber, lastLocalTime } };
}
