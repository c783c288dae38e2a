// The arithmetic of QR codes: the field of 256 elements, and the bytes of Reed and Solomon that mend what a reader misreads.

const exponents: number[] = [];
const logarithms: number[] = [];
for (let power = 0, value = 1; power < 255; power++) {
  exponents[power] = value;
  logarithms[value] = power;
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}

const times = (one: number, other: number): number =>
  one === 0 || other === 0 ? 0 : (exponents[((logarithms[one] ?? 0) + (logarithms[other] ?? 0)) % 255] ?? 0);

/** Highest power first, without its coefficient, which is 1. */
function generator(count: number): number[] {
  let polynomial = [1];
  for (let root = 0; root < count; root++) {
    const shifted = [...polynomial, 0];
    polynomial = shifted.map((value, index) => value ^ times(polynomial[index - 1] ?? 0, exponents[root] ?? 0));
  }
  return polynomial.slice(1);
}

/** As many correcting bytes for the data as `count`. */
export function correctingBytes(data: readonly number[], count: number): number[] {
  const divisor = generator(count);
  const rest = Array.from({ length: count }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((coefficient, index) => {
      rest[index] = (rest[index] ?? 0) ^ times(coefficient, factor);
    });
  }
  return rest;
}
