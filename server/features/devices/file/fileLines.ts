// Reads the lines of a terminal's file: attlog.dat from a USB stick, or a CSV with column names. Pure.

import type { Body } from '../../../../src/shared/contract/calls.ts';
import { folded } from '../../../../src/shared/contract/searchText.ts';
import { invalid } from '../../../platform/records/domainErrors.ts';
import type { DeviceFact } from '../drivers/driver.ts';
import { readTime } from '../drivers/wireValues.ts';
import { attlogFact, attlogFileFact } from '../drivers/zkteco/attlog.ts';

type SentFile = Pick<Body<'POST /access-controllers/{id}/device/file'>, 'name' | 'header' | 'rows'>;

export interface FileLines {
  readonly facts: readonly DeviceFact[];
  readonly unreadable: readonly { readonly line: number; readonly reason: string }[];
  /** Serial numbers named by the file, in upper case. */
  readonly serials: ReadonlySet<string>;
}

/** Throws if required columns of a CSV are missing. */
export function fileLines({ name, header, rows }: SentFile): FileLines {
  const read = header.length > 0 ? csvReader(header) : attlogLine;
  const facts: DeviceFact[] = [];
  const unreadable: { line: number; reason: string }[] = [];
  const serials = new Set<string>();
  const addSerial = (serial: string | undefined) => serial && serials.add(serial.toUpperCase());
  addSerial(/^((?=.*\d)[a-z0-9]{10,24})_attlog/i.exec(name)?.[1]);
  for (const { line, cells } of rows) {
    const { fact, serial } = read(cells);
    addSerial(serial);
    if (!fact) continue;
    const reason = fact.problem || (fact.offsetMinutes === null ? '' : noOffset);
    if (reason === '') facts.push({ ...fact, isReplay: true });
    else unreadable.push({ line, reason });
  }
  return { facts, unreadable, serials };
}

const noOffset = 'Its time has an offset from UTC, and only the clock of the terminal can be read';

interface Line {
  /** Undefined for a line about the file itself. */
  readonly fact?: DeviceFact;
  readonly serial?: string | undefined;
}

function attlogLine(cells: readonly string[]): Line {
  const line = cells.join('\t');
  const [, serial] = /^\s*SN\s*=\s*(\w{1,64})\s*$/i.exec(line) ?? [];
  if (serial !== undefined) return { serial };
  return /^\s*CheckSum\s*=/i.test(line) ? {} : { fact: attlogFileFact(line) };
}

/** Normalized: lower case, without accents, spaces and signs. The first match in the file counts. */
const spellings = {
  code: 'code employeecode employeeid employeenumber employeeno userid pin acno acnumber enrollnumber badge user id no',
  time: 'time datetime timestamp punchtime checktime eventtime localtime',
  date: 'date day',
  direction: 'direction inout inoutstatus punchstate checktype eventtype status state type',
  serial: 'serial serialnumber serialno sn deviceserial devicesn terminalsn',
} as const;

function csvReader(header: readonly string[]): (cells: readonly string[]) => Line {
  const names = header.map((each) => folded(each).replace(/[^\p{L}\p{N}]/gu, ''));
  const columnOf = (column: keyof typeof spellings) =>
    names.indexOf(spellings[column].split(' ').find((each) => names.includes(each)) ?? 'none of them');
  const [code, time, date, direction, serial] = [
    columnOf('code'),
    columnOf('time'),
    columnOf('date'),
    columnOf('direction'),
    columnOf('serial'),
  ];
  if (code < 0 || time < 0)
    throw invalid({
      header: 'Its first row must name a column for the code and one for the time: code, time, direction',
    });
  return (cells) => {
    const at = (column: number) => (cells[column] ?? '').trim();
    const written = `${at(date)} ${at(time)}`.trim().replaceAll('/', '-');
    const read = readTime(written);
    const fact = attlogFact([at(code), read?.local ?? written, statusOf(at(direction)), '', ''].join('\t'));
    return { fact: { ...fact, offsetMinutes: read?.offsetMinutes ?? fact.offsetMinutes }, serial: at(serial) };
  };
}

const words: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['in', 'checkin', 'cin', 'clockin', 'punchin', 'entry', 'i'].map((word) => [word, '0'])),
  ...Object.fromEntries(['out', 'checkout', 'cout', 'clockout', 'punchout', 'exit', 'o'].map((word) => [word, '1'])),
};

/** Maps a terminal's words; its numbers stay as they are. */
function statusOf(direction: string): string {
  return words[direction.toLowerCase().replace(/[^a-z]/g, '')] ?? direction;
}
