// The results of all checks, in order.

export type Outcome = 'passed' | 'failed' | 'noted' | 'skipped';

/** In the order of the reports: what needs work comes first. */
export const outcomes = ['failed', 'noted', 'skipped', 'passed'] as const satisfies readonly Outcome[];
export const titles: Readonly<Record<Outcome, string>> = {
  failed: 'Failed',
  noted: 'Noted',
  skipped: 'Skipped',
  passed: 'Passed',
};

export interface Finding {
  group: string;
  call: string;
  /** What must hold: true if the check passed. */
  claim: string;
  outcome: Outcome;
  /** The field of the answer, such as 'data.0.id'. */
  field?: string;
  /** What was found instead, or why the check was skipped. */
  detail?: string;
  /** What users of the console would see. */
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

  /** Passes if there is no fault. */
  check(call: string, claim: string, fault?: Fault): void {
    this.#add({ call, claim, outcome: fault ? 'failed' : 'passed', ...fault });
  }

  expect(call: string, claim: string, holds: boolean, fault: Fault): void {
    this.check(call, claim, holds ? undefined : fault);
  }

  /** The console can cope, but the server's developers may want to know. */
  note(call: string, claim: string, fault: Fault): void {
    this.#add({ call, claim, outcome: 'noted', ...fault });
  }

  skip(call: string, claim: string, reason: string): void {
    this.#add({ call, claim, outcome: 'skipped', detail: reason });
  }

  #add(finding: Omit<Finding, 'group'>): void {
    this.#all.push({ group: this.#group, ...finding });
  }
}
