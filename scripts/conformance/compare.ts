// Reads two figures that must be equal, once more where they differ: a record may arrive between the two calls.

const attempts = 3;

interface Figures {
  readonly one: number;
  readonly other: number;
}

/** The last figures that were read, or nothing if a call fails; failed calls are reported with the shapes. */
export async function readEqual<Read extends Figures>(
  read: () => Promise<Read | undefined>,
): Promise<Read | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const figures = await read();
    if (!figures || figures.one === figures.other || attempt === attempts) return figures;
  }
}
