// ATTLOG: one punch of an attendance terminal per line. Firmware differs in the number of fields and their separator;
// some sends 'key=value' lines of access controllers here. No line fails its batch: the device would then resend the
// whole batch forever.

import { plural } from '../../../../../src/shared/words/plural.ts';
import { type DeviceFact, hashOfLine, type StoredLine, unreadFact } from '../driver.ts';
import type { WireTime } from '../wireValues.ts';
import { digitsOf, pairsOf, parseCode, readDeviceTime, shapeOf, withoutSecrets } from './lineValues.ts';
import { isAccessLine, rtlogFact } from './rtlog.ts';

interface Punch extends WireTime {
  readonly code: string;
  readonly status: string;
  readonly verify: string;
  /** UTC offset or running number; null in shorter lines. */
  readonly eleventh: number | null;
  /** Line as sent, without secrets. */
  readonly raw: string;
}

/** Breaks start with an out; overtime is work. 255 means that no key was pressed. */
const meanings: Readonly<Record<string, DeviceFact['meaning']>> = {
  0: 'in',
  1: 'out',
  2: 'out',
  3: 'in',
  4: 'in',
  5: 'out',
};

export function attlogFacts(lines: readonly string[], context: LineContext): DeviceFact[] {
  // Read once, because repeated lines are no further evidence.
  const read = new Map(lines.map((line) => [line, readLine(line)]));
  const punches = [...read.values()].filter((punch) => typeof punch === 'object');
  const eleventh = eleventhIn(punches.filter(hasEleventh), context);
  return lines.map((line) => factOf(line, read.get(line), eleventh));
}

/** Reads a stored line by itself, which leaves out the eleventh field: alone, it is ambiguous. */
export const attlogFact = (line: string): DeviceFact => factOf(line, readLine(line), 'unknown');

const fieldsInFile = 6;

/** Reads a line of attlog.dat, which has the terminal's number before the status. */
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

/** Undefined for an access controller's line; a string says why it is unreadable. */
const readLine = (line: string): Punch | string | undefined =>
  isAccessLine(line) ? undefined : punchOf(withoutTable(line));

function factOf(line: string, punch: Punch | string | undefined, eleventh: Eleventh): DeviceFact {
  if (punch === undefined) return rtlogFact(line, 'punch');
  return typeof punch === 'string' ? unreadLine(line, punch) : punchFact(punch, eleventh);
}

const withoutTable = (line: string) => line.replace(/^\s*ATTLOG\s+/i, '');

function punchFact(punch: Punch, eleventh: Eleventh): DeviceFact {
  const offset = eleventh === 'offset' && punch.eleventh !== null ? punch.eleventh / 60 : null;
  return {
    number: eleventh === 'number' ? punch.eleventh : null,
    isNumberExtra: true,
    code: punch.code,
    localTime: punch.localTime,
    offsetMinutes: punch.offsetMinutes ?? offset,
    kind: 'ATTLOG',
    direction: punch.status,
    meaning: meanings[punch.status],
    reader: '',
    verify: punch.verify,
    passed: 'yes',
    isReplay: false,
    raw: punch.raw,
    problem: '',
  };
}

/** Keeps only the shape of an unreadable line, which may contain anything. */
const unreadLine = (line: string, problem: string): DeviceFact =>
  unreadFact({ code: unreadCode(line), kind: 'ATTLOG', raw: shapeOf(line), hash: hashOfLine(line), problem });

/** Some access controllers write the card after the person. */
const card = /^(\s*\S+\t)\d{0,20}\t(?=\d{4}[-/])/;

/** Returns the reason if the line is not a punch. */
function punchOf(sent: string): Punch | string {
  if (/^\s*PIN\s*=/i.test(sent)) return punchOfPairs(sent, pairsOf(sent));
  const line = sent.replace(card, '$1');
  const parts = /^\s*(\S+)[ \t]+(\d{4}[-/]\d{2}[-/]\d{2}[ T]\d{2}:\d{2}:\d{2}|\d{9,10})(?![^ \t])(.*)$/.exec(line);
  if (!parts) return /^\s*\S+\t/.test(line) ? 'Its time cannot be read' : 'This line is not a punch';
  const [, code = '', time = '', rest = ''] = parts;
  // Fields between tabs may be empty; spaces come in runs.
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
  const written = readDeviceTime(sent.time);
  if (!written) return 'Its time cannot be read';
  const code = parseCode(sent.code);
  if (code === undefined) return 'It names no person';
  const eleventh = /^[+-]?\d{1,9}\+?$/.test(sent.eleventh) ? Number.parseInt(sent.eleventh, 10) : null;
  return { ...written, code, status: digitsOf(sent.status), verify: digitsOf(sent.verify), eleventh, raw: sent.raw };
}

/** Takes the first field as a code only if something like a time follows; otherwise it may be a card. */
const unreadCode = (line: string): string =>
  line.includes('=') ? '' : (/^\s*(?:ATTLOG\s+)?([\w.-]{1,24})\t[^\t]*[-/:]/.exec(line)?.[1] ?? '');

/** Drops the body temperature and all that follows it, except the eleventh field. */
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
 * Meaning of the eleventh field: some firmware writes its UTC offset in seconds, some a running number. A number
 * mistaken for an offset would shift punches by hours unnoticed; an offset therefore has to be equal in all lines and
 * must not contradict anything else known.
 */
type Eleventh = 'offset' | 'number' | 'unknown';

interface LineContext {
  readonly now: Date;
  /** Offset at the device's place at that time, in minutes east of UTC. */
  readonly offsetMinutes: number;
  /** The device's latest running number; null before the first one. */
  readonly lastNumber: number | null;
}

type LongPunch = Punch & { readonly eleventh: number };

const hasEleventh = (punch: Punch): punch is LongPunch => punch.eleventh !== null;

function eleventhIn(punches: readonly LongPunch[], context: LineContext): Eleventh {
  const [first] = punches;
  if (!first) return 'unknown';
  if (punches.length === 1) return eleventhOf(first, context);
  const isSame = punches.every(({ eleventh }) => eleventh === first.eleventh);
  if (
    isSame &&
    canBeOffset(first.eleventh) &&
    context.lastNumber === null &&
    (first.eleventh !== 0 || isLive(first, 0, context))
  )
    return 'offset';
  const grows = punches.every(({ eleventh }, index) => eleventh > (punches[index - 1]?.eleventh ?? 0));
  // Punches before and after a clock change name two offsets, which also grow.
  const areOffsets = context.lastNumber === null && punches.every(({ eleventh }) => canBeOffset(eleventh));
  return grows && !areOffsets ? 'number' : 'unknown';
}

function eleventhOf(punch: LongPunch, context: LineContext): Eleventh {
  const { eleventh: value } = punch;
  if (context.lastNumber !== null) return value > 0 && value !== context.lastNumber ? 'number' : 'unknown';
  if (!canBeOffset(value)) return value > 0 ? 'number' : 'unknown';
  if (isLive(punch, value, context)) return 'offset';
  // A punch that is live in the place's own zone needs no other offset.
  return value === 0 || isLive(punch, context.offsetMinutes * 60, context) ? 'unknown' : 'offset';
}

/** Zones differ by quarters of an hour and lie within 14 hours of UTC. */
const canBeOffset = (seconds: number) => seconds % 900 === 0 && Math.abs(seconds) <= 14 * 3_600;

const liveMs = 5 * 60_000;

/** True if the punch, read with this offset, happened just before it arrived. */
const isLive = ({ localTime }: Punch, offsetSeconds: number, { now }: LineContext): boolean =>
  Math.abs(Date.parse(`${localTime.replace(' ', 'T')}Z`) - offsetSeconds * 1_000 - now.getTime()) <= liveMs;

/** Offsets named by stored punches, read again from their lines. Lines of the same second are taken as one request. */
export function storedOffsets(lines: readonly StoredLine[]): (number | null)[] {
  const punches = lines.filter(({ kind }) => kind === 'ATTLOG');
  // One running number shows that all of them are: the others only look like offsets.
  const lastNumber = punches.some(({ number, raw }) => number !== null || holdsNumber(raw)) ? 0 : null;
  const offsets = new Map<StoredLine, number | null>();
  for (const [receivedAt, together] of Map.groupBy(punches, (punch) => punch.receivedAt)) {
    const facts = attlogFacts(
      together.map(({ raw }) => raw),
      { now: new Date(receivedAt), offsetMinutes: together[0]?.offsetMinutes ?? 0, lastNumber },
    );
    for (const [index, punch] of together.entries()) offsets.set(punch, facts[index]?.offsetMinutes ?? null);
  }
  return lines.map((line) => offsets.get(line) ?? (line.kind === 'ATTLOG' ? null : rtlogFact(line.raw).offsetMinutes));
}

/** True if the line's eleventh field cannot be an offset. */
function holdsNumber(line: string): boolean {
  const punch = readLine(line);
  return typeof punch === 'object' && punch.eleventh !== null && !canBeOffset(punch.eleventh);
}
