// What the kit has found, in the order in which it looked.

export type Outcome = 'passed' | 'failed' | 'noted' | 'skipped';

export interface Finding {
  group: string;
  call: string;
  /** A sentence that is true where the check passed. */
  claim: string;
  outcome: Outcome;
  /** Where in the answer: 'data.0.id' */
  field?: string;
  /** What is so instead, or why nobody looked. */
  detail?: string;
  /** What people in front of the console would see. */
  shown?: string;
}

export interface Fault {
  field?: string;
  detail: string;
  shown?: string;
}

export class Findings {
  readonly all: Finding[] = [];

  group(group: string): Group {
    return new Group(group, this.all);
  }
}

export class Group {
  readonly #group: string;
  readonly #all: Finding[];

  constructor(group: string, all: Finding[]) {
    this.#group = group;
    this.#all = all;
  }

  /** Passes where there is no fault. */
  check(call: string, claim: string, fault?: Fault): void {
    this.#add({ call, claim, outcome: fault ? 'failed' : 'passed', ...fault });
  }

  expect(call: string, claim: string, isSo: boolean, otherwise: Fault): void {
    this.check(call, claim, isSo ? undefined : otherwise);
  }

  /** The console copes, but whoever runs the server may want to know. */
  note(call: string, claim: string, fault: Fault): void {
    this.#add({ call, claim, outcome: 'noted', ...fault });
  }

  skip(call: string, claim: string, why: string): void {
    this.#add({ call, claim, outcome: 'skipped', detail: why });
  }

  #add(finding: Omit<Finding, 'group'>): void {
    this.#all.push({ group: this.#group, ...finding });
  }
}
