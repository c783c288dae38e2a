// The texts of statements. Each request puts its statements together from pieces, which are few and always the same
// strings. So a text is found again by its pieces, one after the other: joining them, and looking up by a text that was
// just joined, takes longer.

import { type Dialect, place, type Sql } from './sql.ts';

interface Step {
  text: string | undefined;
  readonly next: Map<string | typeof place, Step>;
}

const newStep = (): Step => ({ text: undefined, next: new Map() });

/** Many more than a server needs. */
const mostTexts = 2_000;

export class StatementTexts {
  readonly #dialect: Dialect;
  readonly #mark: (number: number) => string;
  #first = newStep();
  #count = 0;

  /** `mark` writes the placeholder with that number in the database's own syntax. */
  constructor(dialect: Dialect, mark: (number: number) => string) {
    this.#dialect = dialect;
    this.#mark = mark;
  }

  of(statement: Sql): string {
    let step = this.#first;
    for (const piece of statement.pieces) {
      const key = this.#own(piece);
      let next = step.next.get(key);
      if (!next) step.next.set(key, (next = newStep()));
      step = next;
    }
    return (step.text ??= this.#joined(statement));
  }

  #joined({ pieces }: Sql): string {
    if (++this.#count > mostTexts) {
      this.#first = newStep();
      this.#count = 1;
    }
    let places = 0;
    return pieces.map((piece) => this.#own(piece) ?? this.#mark(++places)).join('');
  }

  #own(piece: Sql['pieces'][number]): string | typeof place {
    return piece === place || typeof piece === 'string' ? piece : piece[this.#dialect];
  }
}
