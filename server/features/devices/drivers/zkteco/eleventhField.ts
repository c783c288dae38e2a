// The eleventh field of a punch. Some firmware writes its offset from UTC there, in seconds, and some a running number. A
// number that is taken for an offset moves a punch by hours, and nobody sees it: so an offset has to be the same in all
// lines, and may not contradict what else is known.

export interface SentLine {
  readonly line: string;
  /** 'YYYY-MM-DD HH:MM:SS' */
  readonly localTime: string;
  readonly field: string;
}

export interface Surroundings {
  /** When the lines came. */
  readonly now: Date;
  /** At the place of the device then, minutes east of UTC. */
  readonly offsetMinutes: number;
  /** The device's running number so far; null before its first one. */
  readonly lastNumber: number | null;
}

export interface FieldMeaning {
  readonly offsetMinutes: number | null;
  readonly number: number | null;
}

const nothing: FieldMeaning = { offsetMinutes: null, number: null };
const asOffset = (seconds: number): FieldMeaning => ({ offsetMinutes: seconds / 60, number: null });
const asNumber = (number: number): FieldMeaning => ({ offsetMinutes: null, number });

/** Of the lines of one request, in their order. */
export function fieldMeanings(lines: readonly SentLine[], around: Surroundings): FieldMeaning[] {
  const values = lines.map(({ field }) => valueIn(field));
  // A line that is sent twice says nothing more.
  const sent = [
    ...new Map(lines.map((each, index) => [each.line, { ...each, value: values[index] ?? null }])).values(),
  ];
  const said = sent.flatMap(({ localTime, value }) => (value === null ? [] : [{ localTime, value }]));
  const [first] = said;
  if (!first) return lines.map(() => nothing);
  if (said.length === 1) return values.map((value) => (value === null ? nothing : meaningOfOne(first, around)));
  const isSame = said.every(({ value }) => value === first.value);
  if (
    isSame &&
    canBeOffset(first.value) &&
    around.lastNumber === null &&
    (first.value !== 0 || isLive(first, 0, around))
  )
    return values.map((value) => (value === null ? nothing : asOffset(value)));
  const grows = said.every(({ value }, index) => value > (said[index - 1]?.value ?? 0));
  return values.map((value) => (value === null || !grows ? nothing : asNumber(value)));
}

interface SaidValue {
  readonly localTime: string;
  readonly value: number;
}

function meaningOfOne(said: SaidValue, around: Surroundings): FieldMeaning {
  const { value } = said;
  if (around.lastNumber !== null) return value > 0 && value !== around.lastNumber ? asNumber(value) : nothing;
  if (!canBeOffset(value)) return value > 0 ? asNumber(value) : nothing;
  if (isLive(said, value, around)) return asOffset(value);
  // A punch of this moment by the zone of the place needs no other zone.
  return value === 0 || isLive(said, around.offsetMinutes * 60, around) ? nothing : asOffset(value);
}

const valueIn = (field: string): number | null => (/^[+-]?\d{1,9}\+?$/.test(field) ? Number.parseInt(field, 10) : null);

/** Zones differ by quarters of an hour, and no place on earth is more than 14 hours away from UTC. */
const canBeOffset = (seconds: number) => seconds % 900 === 0 && Math.abs(seconds) <= 14 * 3_600;

const liveMs = 5 * 60_000;

/** With this offset, it happened just before it came. */
const isLive = ({ localTime }: SaidValue, offsetSeconds: number, { now }: Surroundings): boolean =>
  Math.abs(Date.parse(`${localTime.replace(' ', 'T')}Z`) - offsetSeconds * 1_000 - now.getTime()) <= liveMs;

/** Whether one of the fields is no offset, so that they are all running numbers. */
export const holdsNumber = (fields: readonly string[]): boolean =>
  fields.some((field) => {
    const value = valueIn(field);
    return value !== null && !canBeOffset(value);
  });
