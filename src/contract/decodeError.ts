// An answer, or a request, that cannot be understood, and where in it.

export class DecodeError extends Error {
  readonly expected: string;
  /** From the outside in: ['data', 3, 'name']. */
  readonly path: (string | number)[] = [];

  constructor(expected: string) {
    super(expected);
    this.name = 'DecodeError';
    this.expected = expected;
  }

  get field(): string {
    return this.path.join('.') || 'answer';
  }
}
