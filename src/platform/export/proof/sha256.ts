// SHA-256 of data that arrives in pieces. The browser's own implementation needs all data at once, and HTTPS.

const primes = firstPrimes(64);
const constants = primes.map((prime) => fractionBits(Math.cbrt(prime)));
const start = primes.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));
const blockSize = 64;

export class Sha256 {
  readonly #state = Uint32Array.from(start);
  readonly #schedule = new Uint32Array(64);
  readonly #block = new Uint8Array(blockSize);
  readonly #view = new DataView(this.#block.buffer);
  readonly #encoder = new TextEncoder();
  #filled = 0;
  #length = 0;

  update(data: string | Uint8Array): this {
    const bytes = typeof data === 'string' ? this.#encoder.encode(data) : data;
    this.#length += bytes.length;
    for (let from = 0; from < bytes.length; ) {
      const piece = bytes.subarray(from, from + blockSize - this.#filled);
      this.#block.set(piece, this.#filled);
      this.#filled += piece.length;
      from += piece.length;
      if (this.#filled === blockSize) this.#digestBlock();
    }
    return this;
  }

  /** Returns 64 hexadecimal digits. Must be called once, after the last piece. */
  hex(): string {
    const bits = this.#length * 8;
    this.#block[this.#filled] = 0x80;
    this.#block.fill(0, this.#filled + 1);
    if (this.#filled >= blockSize - 8) {
      this.#digestBlock();
      this.#block.fill(0);
    }
    this.#view.setUint32(blockSize - 8, Math.floor(bits / 2 ** 32));
    this.#view.setUint32(blockSize - 4, bits);
    this.#digestBlock();
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, '0')).join('');
  }

  #digestBlock(): void {
    const words = this.#schedule;
    const word = (index: number) => words[index] ?? 0;
    for (let index = 0; index < 16; index += 1) words[index] = this.#view.getUint32(index * 4);
    for (let index = 16; index < 64; index += 1) {
      const early = word(index - 15);
      const late = word(index - 2);
      const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      words[index] = word(index - 16) + s0 + word(index - 7) + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state;
    for (let round = 0; round < 64; round += 1) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const choice = (e & f) ^ (~e & g);
      const first = (h + s1 + choice + (constants[round] ?? 0) + word(round)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + s0 + majority) | 0;
    }
    for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) {
      this.#state[index] = (this.#state[index] ?? 0) + value;
    }
    this.#filled = 0;
  }
}

/** Uses the browser's own implementation if available, as it is many times faster. */
export async function hashOfFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  // Pages without HTTPS have no `subtle`, although its type says so.
  if (!('subtle' in crypto) || !crypto.subtle) return new Sha256().update(new Uint8Array(bytes)).hex();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Returns the first 32 bits of the fraction, as in the standard's constants. */
function fractionBits(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) >>> 0;
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}
