// The offsets that stored punches say, read again from their lines. Lines that were received in the same second came in
// one request, as far as that is still known.

import type { DeviceFact, StoredLine } from '../driver.ts';
import { attlogFacts, eleventhOf } from './attlog.ts';
import { holdsNumber } from './eleventhField.ts';
import { rtlogFact } from './rtlog.ts';

export function storedOffsets(lines: readonly StoredLine[]): (number | null)[] {
  const punches = lines.filter(({ kind }) => kind === 'ATTLOG');
  // Where one of the fields is a running number, the others are none by chance only.
  const isNumbered =
    punches.some(({ number }) => number !== null) || holdsNumber(punches.map(({ raw }) => eleventhOf(raw)));
  const lastNumber = isNumbered ? 0 : null;
  const offsets = new Map<StoredLine, number | null>();
  for (const together of Map.groupBy(lines, ({ receivedAt }) => receivedAt).values()) {
    const facts = readAgain(together, lastNumber);
    for (const [index, line] of together.entries()) offsets.set(line, facts[index]?.offsetMinutes ?? null);
  }
  return lines.map((line) => offsets.get(line) ?? null);
}

function readAgain(together: readonly StoredLine[], lastNumber: number | null): DeviceFact[] {
  const [first] = together;
  if (!first) return [];
  const around = { now: new Date(first.receivedAt), offsetMinutes: first.offsetMinutes, lastNumber };
  const punches = together.filter(({ kind }) => kind === 'ATTLOG');
  const read = new Map(
    attlogFacts(
      punches.map(({ raw }) => raw),
      around,
    ).map((fact, index) => [punches[index], fact]),
  );
  return together.map((line) => read.get(line) ?? rtlogFact(line.raw));
}
