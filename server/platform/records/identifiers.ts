// Identifiers of companies and controllers: short enough to read out on the phone.

/** Leaves out characters that are easily confused: 0 and O, 1, I and L. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** `random` returns a number from 0 up to, but not including, 1. */
export function identifier(prefix: 'CMP' | 'ACU', random: () => number): string {
  const pick = () => letters.charAt(Math.floor(random() * letters.length));
  return `${prefix}-${Array.from({ length: 6 }, pick).join('')}`;
}
