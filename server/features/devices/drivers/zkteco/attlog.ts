// ATTLOG: the punches of an attendance terminal, a line each. Firmware differs in how many fields a line has and in what
// separates them; some sends the 'key=value' lines of access controllers here. No line fails its batch, for then the
// device would send all of it again and again.

import { plural } from '../../../../../src/shared/words/plural.ts';
import { type DeviceFact, hashOfLine, type StoredLine, unreadFact } from '../driver.ts';
import { codeIn, digitsOf, pairsOf, shapeOf, withoutSecrets, writtenTime, type WrittenTime } from './words.ts';
import { isAccessLine, rtlogFact } from './rtlog.ts';

interface Punch extends WrittenTime {
  readonly code: string;
  readonly status: string;
  readonly verify: string;
  /** An offset or a running number; empty if the line is shorter. */
  readonly eleventh: string;
  /** As sent, without what is secret. */
  readonly raw: string;
}

/** Breaks begin with an out, and overtime is worked. 255 says that no key was pressed. */
const meanings: Readonly<Record<string, DeviceFact['meaning']>> = {
  0: 'in',
  1: 'out',
  2: 'out',
  3: 'in',
  4: 'in',
  5: 'out',
};

/** Of the lines of one request, in their order. */
export function attlogFacts(lines: readonly string[], around: Surroundings): DeviceFact[] {
  const read = lines.map((line) => ({ line, punch: readLine(line) }));
  const punches = read.flatMap(({ line, punch }) => (typeof punch === 'object' ? [{ line, ...punch }] : []));
  const sent = punches.map(({ line, localTime, eleventh }) => ({ line, localTime, field: eleventh }));
  const told = new Map(fieldMeanings(sent, around).map((meaning, index) => [punches[index]?.line, meaning]));
  return read.map(({ line, punch }) => factOf(line, punch, told.get(line)));
}

/** Of a line by itself, without what its eleventh field means. */
export const attlogFact = (line: string): DeviceFact => factOf(line, readLine(line), undefined);

const fieldsInFile = 6;

/** Of a line as it stands in attlog.dat: there the number of the terminal comes before the status. */
export function attlogFileFact(line: string): DeviceFact {
  const fields = line.split('\t');
  if (fields.length !== fieldsInFile)
    return unreadLine(
      line,
      `It has ${plural(fields.length, 'field')} between tabs, and a line of attlog.dat has ${fieldsInFile}`,
    );
  const [pin, time, , ...rest] = fields;
  return { ...attlogFact([pin, time, ...rest].join('\t')), raw: withoutSecrets(line) };
}

/** Undefined for one of an access controller; a sentence says why it cannot be read. */
const readLine = (line: string): Punch | string | undefined =>
  isAccessLine(line) ? undefined : punchOf(withoutTable(line));

function factOf(line: string, punch: Punch | string | undefined, told: FieldMeaning | undefined): DeviceFact {
  if (punch === undefined) return rtlogFact(line, 'punch');
  return typeof punch === 'string' ? unreadLine(line, punch) : punchFact(punch, told);
}

const withoutTable = (line: string) => line.replace(/^\s*ATTLOG\s+/i, '');

const punchFact = (punch: Punch, told: FieldMeaning | undefined): DeviceFact => ({
  number: told?.number ?? null,
  isNumberExtra: true,
  code: punch.code,
  localTime: punch.localTime,
  offsetMinutes: punch.offsetMinutes ?? told?.offsetMinutes ?? null,
  kind: 'ATTLOG',
  direction: punch.status,
  meaning: meanings[punch.status],
  reader: '',
  verify: punch.verify,
  passed: 'yes',
  isReplay: false,
  raw: punch.raw,
  problem: '',
});

/** Anything may stand in such a line, so only its shape is kept. */
const unreadLine = (line: string, problem: string): DeviceFact =>
  unreadFact({ code: unreadCode(line), kind: 'ATTLOG', raw: shapeOf(line), hash: hashOfLine(line), problem });

/** Some access controllers write the card after the person. */
const card = /^(\s*\S+\t)\d{0,20}\t(?=\d{4}[-/])/;

/** Or why there is none. */
function punchOf(sent: string): Punch | string {
  if (/^\s*PIN\s*=/i.test(sent)) return punchOfPairs(sent, pairsOf(sent));
  const line = sent.replace(card, '$1');
  const parts = /^\s*(\S+)[ \t]+(\d{4}[-/]\d{2}[-/]\d{2}[ T]\d{2}:\d{2}:\d{2}|\d{9,10})(?![^ \t])(.*)$/.exec(line);
  if (!parts) return /^\s*\S+\t/.test(line) ? 'Its time cannot be read' : 'This line is no punch';
  const [, code = '', time = '', rest = ''] = parts;
  // Between tabs a field may be empty; spaces come in runs.
  const fields = rest.startsWith('\t') ? rest.slice(1).split('\t') : rest.trim().split(/\s+/);
  const eleventh = rest.startsWith('\t') ? (fields[8] ?? '').trim() : '';
  const [status = '', verify = ''] = fields;
  return checkedPunch({ code, time, status, verify, eleventh, raw: keptOf(line) });
}

const punchOfPairs = (line: string, pairs: ReadonlyMap<string, string>): Punch | string =>
  checkedPunch({
    code: pairs.get('pin') ?? '',
    time: pairs.get('datetime') ?? pairs.get('time') ?? '',
    status: pairs.get('status') ?? '',
    verify: pairs.get('verify') ?? pairs.get('verifytype') ?? '',
    eleventh: pairs.get('timeoffset') ?? '',
    raw: withoutSecrets(line),
  });

function checkedPunch(
  sent: Record<'code' | 'time' | 'status' | 'verify' | 'eleventh' | 'raw', string>,
): Punch | string {
  const written = writtenTime(sent.time);
  if (!written) return 'Its time cannot be read';
  const code = codeIn(sent.code);
  if (code === undefined) return 'It names no person';
  const { eleventh, raw } = sent;
  return { ...written, code, status: digitsOf(sent.status), verify: digitsOf(sent.verify), eleventh, raw };
}

/** Of a punch as it is kept; empty if it has none. */
function eleventhOf(line: string): string {
  const punch = readLine(line);
  return typeof punch === 'object' ? punch.eleventh : '';
}

/** A first field is a person only where a time was tried to be written after it: else it may be a card. */
const unreadCode = (line: string): string =>
  line.includes('=') ? '' : (/^\s*(?:ATTLOG\s+)?([\w.-]{1,24})\t[^\t]*[-/:]/.exec(line)?.[1] ?? '');

/** As sent, up to the body's temperature and what follows it, but for the eleventh field. */
function keptOf(line: string): string {
  const fields = line.split('\t');
  if (fields.length < 8) return withoutSecrets(line);
  return withoutSecrets(
    fields
      .map((field, index) => (index < 7 || index === 10 ? field : ''))
      .slice(0, 11)
      .join('\t'),
  );
}

/**
 * A line with its eleventh field. Some firmware writes its offset from UTC there, in seconds, and some a running number. A
 * number that is taken for an offset moves a punch by hours, and nobody sees it: so an offset has to be the same in all
 * lines, and may not contradict what else is known.
 */
interface SentLine {
  readonly line: string;
  /** 'YYYY-MM-DD HH:MM:SS' */
  readonly localTime: string;
  readonly field: string;
}

interface Surroundings {
  /** When the lines came. */
  readonly now: Date;
  /** At the place of the device then, minutes east of UTC. */
  readonly offsetMinutes: number;
  /** The device's running number so far; null before its first one. */
  readonly lastNumber: number | null;
}

interface FieldMeaning {
  readonly offsetMinutes: number | null;
  readonly number: number | null;
}

const nothing: FieldMeaning = { offsetMinutes: null, number: null };
const asOffset = (seconds: number): FieldMeaning => ({ offsetMinutes: seconds / 60, number: null });
const asNumber = (number: number): FieldMeaning => ({ offsetMinutes: null, number });

/** Of the lines of one request, in their order. */
function fieldMeanings(lines: readonly SentLine[], around: Surroundings): FieldMeaning[] {
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
const holdsNumber = (fields: readonly string[]): boolean =>
  fields.some((field) => {
    const value = valueIn(field);
    return value !== null && !canBeOffset(value);
  });

/**
 * The offsets that stored punches say, read again from their lines. Lines that were received in the same second came in
 * one request, as far as that is still known.
 */
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
