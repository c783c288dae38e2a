// ATTLOG: the punches of an attendance terminal, a line each. Firmware differs in how many fields a line has and in what
// separates them; some sends the 'key=value' lines of access controllers here. No line fails its batch, for then the
// device would send all of it again and again.

import { plural } from '../../../../../src/shared/words/plural.ts';
import type { DeviceFact } from '../driver.ts';
import { hashOfLine, unreadFact } from '../unreadable.ts';
import { codeIn, digitsOf, pairsOf, shapeOf, withoutSecrets } from './deviceWords.ts';
import { type FieldMeaning, fieldMeanings, type Surroundings } from './eleventhField.ts';
import { type WrittenTime, writtenTime } from './localTime.ts';
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
export function eleventhOf(line: string): string {
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
