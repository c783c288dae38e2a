// ATTLOG: the punches of an attendance terminal, a line each. Firmware differs in how many fields a line has and in what
// separates them. No line fails its batch, for then the device would send all of it again and again.

import type { DeviceFact } from '../driver.ts';
import { codeIn, digitsOf, pairsOf, withoutSecrets } from './deviceWords.ts';
import { type WrittenTime, writtenTime } from './localTime.ts';

interface Punch extends WrittenTime {
  readonly code: string;
  readonly status: string;
  readonly verify: string;
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

export function attlogFact(line: string): DeviceFact {
  const punch = punchOf(line.replace(/^\s*ATTLOG\s+/i, ''));
  const unread = typeof punch === 'string';
  const { code, localTime, offsetMinutes, status, verify } = unread ? { ...noPunch, code: unreadCode(line) } : punch;
  return {
    number: null,
    code,
    localTime,
    offsetMinutes,
    kind: 'ATTLOG',
    direction: status,
    meaning: meanings[status],
    reader: '',
    verify,
    passed: unread ? 'unknown' : 'yes',
    isReplay: false,
    raw: unread ? withoutSecrets(line) : readRaw(line),
    problem: unread ? punch : '',
  };
}

const noPunch: Punch = { code: '', localTime: '', offsetMinutes: null, status: '', verify: '' };

/** Or why there is none. */
function punchOf(line: string): Punch | string {
  if (/^\s*PIN\s*=/i.test(line)) return punchOfPairs(pairsOf(line));
  const parts = /^\s*(\S+)[ \t]+(\d{4}[-/]\d{2}[-/]\d{2}[ T]\d{2}:\d{2}:\d{2}|\d{9,10})(?![^ \t])(.*)$/.exec(line);
  if (!parts) return /^\s*\S+\t/.test(line) ? 'Its time cannot be read' : 'This line is no punch';
  const [, code = '', time = '', rest = ''] = parts;
  // Between tabs a field may be empty; spaces come in runs.
  const fields = rest.startsWith('\t') ? rest.slice(1).split('\t') : rest.trim().split(/\s+/);
  const offset = rest.startsWith('\t') ? (fields[8] ?? '') : '';
  return checkedPunch(code, time, fields[0] ?? '', fields[1] ?? '', offset);
}

const punchOfPairs = (pairs: ReadonlyMap<string, string>): Punch | string =>
  checkedPunch(
    pairs.get('pin') ?? '',
    pairs.get('datetime') ?? pairs.get('time') ?? '',
    pairs.get('status') ?? '',
    pairs.get('verify') ?? pairs.get('verifytype') ?? '',
    pairs.get('timeoffset') ?? '',
  );

function checkedPunch(person: string, time: string, status: string, verify: string, offset: string): Punch | string {
  const written = writtenTime(time);
  if (!written) return 'Its time cannot be read';
  const code = codeIn(person);
  if (code === undefined) return 'It names no person';
  return {
    code,
    localTime: written.localTime,
    offsetMinutes: written.offsetMinutes ?? offsetOf(offset.trim()),
    status: digitsOf(status),
    verify: digitsOf(verify),
  };
}

/** It is sent in seconds. No place on earth is more than 14 hours away from UTC. */
function offsetOf(text: string): number | null {
  const minutes = /^[+-]?\d{1,5}$/.test(text) ? Number(text) / 60 : Number.NaN;
  return Number.isInteger(minutes) && Math.abs(minutes) <= 14 * 60 ? minutes : null;
}

const unreadCode = (line: string): string =>
  line.includes('=') ? '' : (/^\s*(?:ATTLOG\s+)?([\w.-]{1,24})\t/.exec(line)?.[1] ?? '');

/** As sent, up to the body's temperature and what follows it, but for the offset. */
function readRaw(line: string): string {
  const fields = line.split('\t');
  const first = /^\s*ATTLOG\s*$/i.test(fields[0] ?? '') ? 1 : 0;
  if (fields.length < first + 8) return withoutSecrets(line);
  const kept = fields.map((field, index) => (isKept(index - first) ? field : '')).slice(0, first + 11);
  return withoutSecrets(kept.join('\t'));
}

const isKept = (index: number) => index < 7 || index === 10;
