// Imports punches from a file for a controller's device: first a dry run, then stored in batches of lines.
import { dryRunDone } from '../../../../src/shared/contract/call.ts';
import type { Body } from '../../../../src/shared/contract/calls.ts';
import { linesAtOnce, type ReadLines } from '../../../../src/shared/contract/deviceEvents.ts';
import { folded } from '../../../../src/shared/contract/searchText.ts';
import { groupDigits } from '../../../../src/shared/words/plural.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { type Queries, rowsOf, sql } from '../../../platform/db/db.ts';
import { invalid } from '../../../platform/domainErrors.ts';
import { singleLine } from '../../../platform/log/log.ts';
import { type Handlers, Reply } from '../../../platform/records/endpoint.ts';
import { memoized } from '../../../platform/time/clock.ts';
import { devicesWhere } from '../../controllers/device/deviceRows.ts';
import { type Door, doorOf, findReadingContext, lockDoorAndCompany } from '../deviceController.ts';
import type { DeviceFact } from '../drivers/driver.ts';
import { codeOf, readTime } from '../drivers/wireValues.ts';
import { attlogFact, attlogFileFact } from '../drivers/zkteco/attlog.ts';
import { withoutSecrets } from '../drivers/zkteco/lineValues.ts';
import { type Arrival, applyNew, arrivalOf, filterNew, insertFacts, readNew } from '../intake/newFacts.ts';
import type { PersonReading } from '../intake/readDays.ts';

export const fileHandlers = {
  async 'POST /access-controllers/{id}/device/file'({ db, caller, params, body, now, requestId }) {
    const { dry_run, ...file } = body;
    const door = await doorOf(db, caller, params.id);
    if (file.rows.length > linesAtOnce)
      throw invalid({ rows: `At most ${groupDigits(linesAtOnce)} lines are read at once` });
    const lines = fileLines(file);
    if (dry_run) return new Reply((await read(db, door, lines, now)).described, { message: dryRunDone });
    return db.tx(async (queries) => {
      const stored = await storeLines(queries, await lockDoorAndCompany(queries, caller, params.id), lines, now);
      const { readable, known, check_ins, check_outs, not_taken } = stored;
      await audit(queries, { caller, requestId, now }, 'devices.file', 'access_controllers', {
        subjectId: params.id,
        after: {
          file: singleLine(file.name),
          from_line: file.rows[0]?.line ?? null,
          to_line: file.rows.at(-1)?.line ?? null,
          readable,
          known,
          check_ins,
          check_outs,
          not_taken,
        },
      });
      return stored;
    });
  },
} satisfies Partial<Handlers>;

/**
 * Stores only new punches: the file may repeat what the device sent, and may be uploaded twice. Requires the locks of
 * the company and the controller.
 */
async function storeLines(queries: Queries, door: Door, lines: FileLines, now: Date): Promise<ReadLines> {
  const { fresh, readings, described } = await read(queries, door, lines, now);
  const stored = fresh.filter((arrival) => arrival.refused?.outcome !== 'implausible_time');
  const resultOf = await applyNew(queries, door.companyId, readings, now);
  await insertFacts(
    queries,
    // No device, because a file says nothing about its clock, numbers and problems.
    null,
    stored.flatMap((arrival) => {
      const result = resultOf(arrival);
      return result ? { ...arrival, generation: 0, ...result } : [];
    }),
  );
  return described;
}

async function read(queries: Queries, door: Door, { facts, unreadable, serials }: FileLines, now: Date) {
  const context = await findReadingContext(queries, door);
  await assertOwn(queries, door, serials);
  const arrivals = facts.map((fact) => arrivalOf(fact, context, now));
  const fresh = await withoutSame(queries, door, await filterNew(queries, door.controllerId, arrivals));
  const readings = await readNew(queries, door.companyId, fresh);
  return { fresh, readings, described: { ...describe(arrivals, fresh, readings), unreadable: [...unreadable] } };
}

/** Accepts files of former terminals, too, because a broken one is read from its file. */
async function assertOwn(queries: Queries, { controllerId }: Door, serials: ReadonlySet<string>): Promise<void> {
  if (serials.size === 0) return;
  const devices = await devicesWhere(
    queries,
    sql`controller_id = ${controllerId} and state in ('approved', 'replaced') and serial <> ''`,
  );
  const own = new Set(devices.map(({ serial }) => serial.toUpperCase()));
  const other = [...serials].find((serial) => !own.has(serial));
  if (own.size === 0 || other === undefined) return;
  throw invalid({
    name: `This file is from terminal ${other}, but the terminal of this controller is ${[...own].at(-1)}. Nothing was stored`,
  });
}

/**
 * Compares by person and second: files and other kinds of devices write the raw values of a punch differently. A
 * terminal may have sent them at another door.
 */
async function withoutSame(queries: Queries, { controllerId }: Door, fresh: readonly Arrival[]) {
  const devices = sql`select id from devices where controller_id = ${controllerId}`;
  const doors = sql`select controller_id from device_notes where kind = 'approved' and device_id in (${devices})`;
  const placed = fresh.flatMap(({ code, occurredAt }) => (occurredAt === null ? [] : { code, at: occurredAt }));
  const same = await queries.all<{ code: string; occurred_at: string }>(
    sql`select device_events.code, occurred_at
      from ${rowsOf({ code: 'text', at: 'timestamp(0)' }, placed)} cross join device_events
      where controller_id in (select ${controllerId} union ${doors}) and device_events.code = rows.code
        and occurred_at = rows.at and (controller_id = ${controllerId} or device_id in (${devices}))`,
  );
  const storedPunches = new Set(same.map(({ code, occurred_at }) => JSON.stringify([code, occurred_at])));
  return fresh.filter(({ code, occurredAt }) => !storedPunches.has(JSON.stringify([code, occurredAt])));
}

function describe(
  arrivals: readonly Arrival[],
  fresh: readonly Arrival[],
  readings: readonly PersonReading[],
): Omit<ReadLines, 'unreadable'> {
  const own = readings.filter(({ fact }) => !fact.stored);
  const types = own.flatMap(({ reading }) => ('type' in reading ? reading.type : []));
  const outcomes = [
    ...fresh.flatMap(({ refused }) => refused?.outcome ?? []),
    ...own.flatMap(({ reading: { outcome } }) => (outcome === 'attendance' ? [] : outcome)),
  ];
  return {
    readable: arrivals.length,
    known: arrivals.length - fresh.length,
    check_ins: types.filter((type) => type === 'check-in').length,
    check_outs: types.filter((type) => type === 'check-out').length,
    not_taken: [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, { length }]) => ({
      outcome,
      events: length,
    })),
    codes: distinct(arrivals.map(({ code }) => code)),
    unknown_codes: distinct(own.flatMap(({ fact, employeeId }) => (employeeId === undefined ? fact.code : []))),
    days: distinct(arrivals.map(({ localTime }) => localTime.slice(0, 10))),
  };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

type SentFile = Pick<Body<'POST /access-controllers/{id}/device/file'>, 'name' | 'header' | 'rows'>;

interface FileLines {
  readonly facts: readonly DeviceFact[];
  readonly unreadable: readonly { readonly line: number; readonly reason: string }[];
  /** Serial numbers named by the file, in upper case. */
  readonly serials: ReadonlySet<string>;
}

/**
 * Reads the lines of a terminal's file: attlog.dat from a USB stick, or a CSV with column names. Pure. Throws if
 * required columns of a CSV are missing.
 */
function fileLines({ name, header, rows }: SentFile): FileLines {
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
  const columnOf = memoized((column: keyof typeof spellings) =>
    names.indexOf(spellings[column].split(' ').find((each) => names.includes(each)) ?? 'none of them'),
  );
  if (columnOf('code') < 0 || columnOf('time') < 0)
    throw invalid({
      header: 'Its first row must name a column for the code and one for the time: code, time, direction',
    });
  return (cells) => {
    const at = (column: keyof typeof spellings) => (cells[columnOf(column)] ?? '').trim();
    const time = at('time').replaceAll('/', '-');
    const read = readTime(time) ?? readTime(`${at('date').replaceAll('/', '-')} ${time}`);
    const fact = factOf(at('code'), [read?.localTime ?? time, statusOf(at('direction')), '', '']);
    return { fact: { ...fact, offsetMinutes: read?.offsetMinutes ?? fact.offsetMinutes }, serial: at('serial') };
  };
}

/** Also accepts codes that a terminal's line cannot have, such as the employee ID DE/1001, but no names. */
function factOf(code: string, rest: readonly string[]): DeviceFact {
  const lineOf = (who: string) => [who, ...rest].join('\t');
  const fact = attlogFact(lineOf(code));
  if (fact.problem === '' || !/^\S+$/.test(code) || codeOf(code) === undefined) return fact;
  const ofAnybody = attlogFact(lineOf('1'));
  return ofAnybody.problem === '' ? { ...ofAnybody, code, raw: withoutSecrets(lineOf(code)) } : fact;
}

const words: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['in', 'checkin', 'cin', 'clockin', 'punchin', 'entry', 'i'].map((word) => [word, '0'])),
  ...Object.fromEntries(['out', 'checkout', 'cout', 'clockout', 'punchout', 'exit', 'o'].map((word) => [word, '1'])),
};

/** Maps a terminal's words; its numbers stay as they are. */
function statusOf(direction: string): string {
  return words[direction.toLowerCase().replace(/[^a-z]/g, '')] ?? direction;
}
