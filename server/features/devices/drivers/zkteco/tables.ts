// Dispatches the tables that devices send: punches become facts, operations become notes, and personal data is dropped.
// A table with a missing or unknown name is recognized by its lines, so that no punch is acknowledged unread.

import type { NoteKind } from '../../../../../src/shared/contract/deviceEvents.ts';
import {
  answerOnly,
  type DeviceContext,
  type DeviceFact,
  note,
  type ParsedRequest,
  type ReportedNote,
  textAnswer,
} from '../driver.ts';
import { firstCredibleYear } from '../wireValues.ts';
import { attlogFacts } from './attlog.ts';
import { clockAtOffset, readDeviceTime } from './lineValues.ts';
import { linesOf, type PushRequest } from './pushRequest.ts';
import { rtlogFacts } from './rtlog.ts';

/** Limit for one request: with more unread lines, it is not a log. */
const mostUnread = 1_000;

/** Users, biometric templates, access times and the device's errors. */
const dropped =
  /^(?:(?:ext|mulcard)?user(?:info|pic)?|\w+authorize|(?:finger|face|fvein)?(?:tmp|template\w*)|face(?:v\d)?|bio\w+|(?:att)?photo|id(?:entity)?card|workcode|errorlog|timezone|holiday)$/;

/** Name in lower case; empty if unnamed. */
export const tableOf = (push: PushRequest): string =>
  push.endpoint === 'querydata' || push.table === 'tabledata' ? push.value('tablename').toLowerCase() : push.table;

export const holdsPunches = (table: string): boolean => ['attlog', 'rtlog', 'transaction', ''].includes(table);

export function parseUpload(table: string, push: PushRequest, context: DeviceContext): ParsedRequest {
  const sentLines = linesOf(push.body()).filter((line) => line.trim().toLowerCase() !== table);
  const lines = withoutMostScraps(sentLines);
  const taken = answerOnly(textAnswer(answerTo(table, push, sentLines.length)));
  if (table === 'rtstate' || lines.length === 0) return taken; // the state of its doors, every few seconds
  if (dropped.test(table)) return { ...taken, notes: [droppedNote(table)] };
  const notes = lines.flatMap((line) => operlogNote(line, context) ?? []);
  const others = lines.filter((line) => !/^\s*OPLOG\s/i.test(line));
  if (table === 'operlog' || others.length === 0) return { ...taken, notes };
  const facts = factsOf(table, others, context);
  const isRead =
    (table !== '' && holdsPunches(table)) ||
    facts.some(({ problem }, index) => problem === '' && isDated(others[index]));
  if (!isRead) return { ...taken, notes: others.length < lines.length ? notes : [unreadNote(table)] };
  const kept = withinReason(facts, sentLines.length - lines.length);
  return { ...taken, facts: kept.facts, notes: [...notes, ...kept.notes] };
}

/** Requires a written date: in an unknown table, a bare number could be anything. */
const isDated = (line = '') => /\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:|\btime_second=/.test(line);

const factsOf = (table: string, lines: readonly string[], context: DeviceContext): DeviceFact[] =>
  table === 'rtlog' || table === 'transaction' ? rtlogFacts(lines) : attlogFacts(lines, context);

/** Tables that the vendor has acknowledged without a count. */
const uncounted = /^(?:rtlog|rtstate|transaction|(?:att|bio)?photo|errorlog)$/;

/** A device resends a table forever unless the answer counts its lines, and for 'tabledata' also names the table. */
function answerTo(table: string, push: PushRequest, lines: number): string {
  if (push.table !== 'tabledata') return uncounted.test(table) ? 'OK' : `OK: ${lines}`;
  const name = push.value('tablename');
  const count = push.value('count');
  if (!/^\w{1,32}$/.test(name)) return 'OK';
  return `${name}=${/^\d{1,9}$/.test(count) ? count : lines}`;
}

/** A code of one character, a separator and a time of nine digits. */
const shortestPunch = 11;

/** Drops lines that are too short for a punch before they are read: a body of 2 MiB may hold a million of them. */
function withoutMostScraps(lines: readonly string[]): readonly string[] {
  let scraps = 0;
  return lines.filter((line) => line.length >= shortestPunch || ++scraps <= mostUnread);
}

function withinReason(facts: readonly DeviceFact[], scraps: number): Pick<ParsedRequest, 'facts' | 'notes'> {
  const tooMany = new Set(facts.filter(({ problem }) => problem !== '').slice(mostUnread));
  const count = tooMany.size + scraps;
  const sentence = `The device sent ${count} more lines in one request that cannot be read. They were left out.`;
  return {
    facts: facts.filter((fact) => !tooMany.has(fact)),
    notes: count === 0 ? [] : [note('unhandled', sentence)],
  };
}

const nameOf = (table: string): string => (/^\w{1,32}$/.test(table) ? table.toUpperCase() : 'without a name');

const droppedNote = (table: string): ReportedNote =>
  note('left_out', `The device sent a table that Rollcall never keeps: ${nameOf(table)}.`);

const unreadNote = (table: string): ReportedNote =>
  note('unhandled', `The device sent a table that Rollcall does not read: ${nameOf(table)}. Nothing of it was kept.`);

const operations: Readonly<Record<string, { readonly kind: NoteKind; readonly what: string }>> = {
  0: { kind: 'started', what: 'The device started' },
  1: { kind: 'stopped', what: 'The device was shut down' },
  3: { kind: 'alarm', what: 'The device raised an alarm' },
  5: { kind: 'settings_changed', what: 'Settings were changed at the device' },
  13: { kind: 'memory_cleared', what: 'All data was cleared at the device' },
  21: { kind: 'clock_set', what: 'The clock was set at the device' },
  22: { kind: 'settings_changed', what: 'The device was set back to the settings of its factory' },
  23: { kind: 'memory_cleared', what: 'Attendance records were deleted at the device' },
  82: { kind: 'server_changed', what: 'The address of its server was changed at the device' },
  83: { kind: 'server_changed', what: 'The address of its server was changed at the device' },
  105: { kind: 'memory_cleared', what: 'Access records were deleted at the device' },
};

/**
 * OPERLOG: operations at the device, mixed with users, fingerprints and faces, which are not kept. Some firmware sends
 * its whole history, of which only what happened since it first called matters here.
 */
function operlogNote(line: string, { firstHeardAt, offsetMinutes }: DeviceContext): ReportedNote | undefined {
  const [, code = '', time = ''] = /^\s*OPLOG\s+(\d{1,5})\t[^\t]*\t([^\t]*)/i.exec(line) ?? [];
  const operation = operations[code];
  if (!operation) return undefined;
  const localTime = readDeviceTime(time.trim())?.localTime;
  const isDated = localTime !== undefined && localTime >= firstCredibleYear;
  if (isDated && localTime < clockAtOffset(firstHeardAt, offsetMinutes)) return undefined;
  const when = localTime === undefined ? '' : `, at ${localTime} by its own clock`;
  return { ...note(operation.kind, `${operation.what}${when}.`, `OPLOG ${code} ${localTime ?? ''}`.trim()), isDated };
}
