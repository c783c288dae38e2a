// The tables that devices send: punches become facts, operations become notes, and what is about people is dropped. A
// table without a name, or with one that nobody described, is known by its lines, so that no punch is acknowledged
// unread.

import {
  type DeviceContext,
  type DeviceFact,
  type Heard,
  type HeardNote,
  nothingHeard,
  textAnswer,
} from '../driver.ts';
import { attlogFacts } from './attlog.ts';
import { operlogNote } from './operlog.ts';
import { linesOf, type PushRequest } from './pushRequest.ts';
import { rtlogFacts } from './rtlog.ts';

/** Of one request. What has more is no log, and would fill the table. */
const mostUnread = 1_000;

/** People, what they are recognised by, when they may pass, and errors of the device. */
const dropped =
  /^(?:(?:ext|mulcard)?user(?:info|pic|authorize)?|(?:finger|face|fvein)?(?:tmp|template\w*)|face|bio\w+|(?:att)?photo|id(?:entity)?card|workcode|errorlog|timezone|holiday)$/;

/** In lower case; empty if it names none. */
export const tableOf = (push: PushRequest): string =>
  push.endpoint === 'querydata' || push.table === 'tabledata' ? push.value('tablename').toLowerCase() : push.table;

/** Whether the lines may be punches, by the name of their table. */
export const holdsPunches = (table: string): boolean => ['attlog', 'rtlog', 'transaction', ''].includes(table);

export function uploaded(table: string, push: PushRequest, context: DeviceContext): Heard {
  const lines = linesOf(push.body()).filter((line) => line.trim().toLowerCase() !== table);
  const taken = nothingHeard(textAnswer(answerTo(table, push, lines.length)));
  if (table === 'rtstate' || lines.length === 0) return taken; // the state of its doors, every few seconds
  if (dropped.test(table)) return { ...taken, notes: [droppedNote(table)] };
  const operations = lines.filter((line) => /^\s*OPLOG\s/i.test(line));
  if (table === 'operlog' || operations.length > 0)
    return { ...taken, notes: operations.flatMap((line) => operlogNote(line) ?? []) };
  const facts = factsOf(table, lines, context);
  const isRead =
    (table !== '' && holdsPunches(table)) ||
    facts.some(({ problem }, index) => problem === '' && isDated(lines[index]));
  return isRead ? { ...taken, ...withinReason(facts) } : { ...taken, notes: [unreadNote(table)] };
}

/** Where nothing says that they are punches, a number for a time could be anything. */
const isDated = (line = '') => /\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:|\btime_second=/.test(line);

const factsOf = (table: string, lines: readonly string[], context: DeviceContext): DeviceFact[] =>
  table === 'rtlog' || table === 'transaction' ? rtlogFacts(lines) : attlogFacts(lines, context);

/** Of a table by name, any other answer than its name and a count makes the device send it again. */
function answerTo(table: string, push: PushRequest, lines: number): string {
  if (push.table !== 'tabledata')
    return table === '' || table === 'attlog' || table === 'operlog' ? `OK: ${lines}` : 'OK';
  const name = push.value('tablename');
  const count = push.value('count');
  if (!/^\w{1,32}$/.test(name)) return 'OK';
  return `${name}=${/^\d{1,9}$/.test(count) ? count : lines}`;
}

function withinReason(facts: readonly DeviceFact[]): Pick<Heard, 'facts' | 'notes'> {
  const tooMany = new Set(facts.filter(({ problem }) => problem !== '').slice(mostUnread));
  const sentence = `The device sent ${tooMany.size} more lines in one request that cannot be read. They were left out.`;
  return {
    facts: facts.filter((fact) => !tooMany.has(fact)),
    notes: tooMany.size === 0 ? [] : [{ kind: 'unhandled', sentence, raw: '' }],
  };
}

const nameOf = (table: string): string => (/^\w{1,32}$/.test(table) ? table.toUpperCase() : 'without a name');

const droppedNote = (table: string): HeardNote => ({
  kind: 'left_out',
  sentence: `The device sent a table that Rollcall never keeps: ${nameOf(table)}.`,
  raw: '',
});

const unreadNote = (table: string): HeardNote => ({
  kind: 'unhandled',
  sentence: `The device sent a table that Rollcall does not read: ${nameOf(table)}. Nothing of it was kept.`,
  raw: '',
});
