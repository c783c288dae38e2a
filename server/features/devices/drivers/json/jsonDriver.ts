// Any JSON over HTTP. A mapping tells where an event's person, time and direction are; the secret in the address
// identifies the sender.

import type { NoteKind } from '../../../../../src/shared/contract/deviceEvents.ts';
import type { JsonMapping } from '../../../../../src/shared/contract/devices.ts';
import {
  answerOnly,
  type DeviceAnswer,
  type DeviceFact,
  type Driver,
  note,
  type ReportedNote,
  unreadable,
} from '../driver.ts';
import { messagesIn } from '../multipart.ts';
import {
  codeOf,
  noTime,
  ownValue,
  readEpoch,
  readJson,
  readTime,
  textOf,
  type WireTime,
  wholeNumber,
} from '../wireValues.ts';

export const jsonDriver: Driver = {
  kind: 'json',
  base: '/devices/json/',

  identify: ({ method }) => (method === 'POST' ? { serial: '' } : undefined),

  parse(request, { mapping }) {
    const texts = messagesIn(request.contentType, request.body);
    if (texts.length === 0) return taken(0, 0);
    // Only what the mapping names is ever stored: until it is set, the sender has to keep its events.
    const unset = problemOf(mapping);
    if (unset)
      return refused(503, unset, 'refused', 'A message was refused because no mapping is set in the rules yet.');
    const messages = messagesOf(texts);
    const [first, ...more] = messages.map((message) => readMapped(mapping, message));
    if (!first) return { ...taken(0, 1), facts: [unreadable(request, 'The message is not JSON')] };
    const { events, otherKinds, problem } = more.reduce(together, first);
    // The sender must learn that events were refused; any other message should not block it.
    if (problem === tooMany) return refused(413, problem, 'unhandled', `${problem}: none was taken.`);
    // Stored without its content: it may be one of many heartbeats, which then count as one fact.
    if (problem) {
      const isLost = messages.some((message) => holdsEvent(mapping, message));
      const notes = isLost ? [note('unhandled', `${problem}, but there are events elsewhere.`)] : [];
      return { ...taken(0, 1, problem), facts: [{ ...unreadable(request, problem), raw: problem }], notes };
    }
    const unread = events.filter((event) => event.problem !== '').length;
    return { ...taken(events.length - unread, unread), facts: events, notes: notesOf(otherKinds) };
  },

  passedBy: () => 'unknown',

  offsetsIn: (lines) => lines.map(({ raw }) => timeOf(ownValue(readJson(raw), 'time'))?.offsetMinutes ?? null),
};

/** Some senders put the message in a part beside other fields, such as a number. */
function messagesOf(texts: readonly string[]): readonly unknown[] {
  const messages = texts.map(readMessage).filter((message) => message !== undefined);
  return texts.length === 1 ? messages : messages.filter((message) => typeof message === 'object');
}

export function readMessage(text: string): unknown {
  const message = readJson(text);
  return message === undefined ? readCodeText(text.trim()) : message;
}

/** Some terminals of Dahua write 'Code=AccessControl;action=Pulse;index=0;data={…}' for the same in JSON. */
function readCodeText(text: string): object | undefined {
  const [, head = '', json = '{}'] = /^(Code=\w[^{}]*?)(?:;data=(\{.*))?$/is.exec(text) ?? [];
  const data = readJson(json);
  if (head === '' || data === undefined) return undefined;
  const pairs = head.split(';').map((pair) => pair.split('=', 2));
  return { ...Object.fromEntries(pairs.map(([key = '', value = '']) => [capitalized(key), value])), Data: data };
}

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

const answer = (status: number, body: object): DeviceAnswer => ({
  status,
  body: JSON.stringify(body),
  contentType: 'application/json',
});

const taken = (events: number, problems: number, message?: string) =>
  answerOnly(answer(200, { success: true, events, problems, message }));

const refused = (status: number, message: string, kind: NoteKind, sentence: string) => ({
  ...answerOnly(answer(status, { success: false, message })),
  notes: [note(kind, sentence)],
});

/** Shows what a mapping leaves out: one wrong word in it leaves out everything. */
const notesOf = (otherKinds: readonly string[]): ReportedNote[] =>
  otherKinds.map((kind) => note('left_out', `It sent an event of another kind: “${kind}”.`));

interface MappedMessage {
  readonly events: readonly DeviceFact[];
  /** Kinds of the events that do not count. */
  readonly otherKinds: readonly string[];
  /** Sentence saying why there are no events. */
  readonly problem: string;
}

/** Combines two parts of a message; a part without events may be about something else. */
function together(one: MappedMessage, other: MappedMessage): MappedMessage {
  const tooLong = [one, other].find(({ problem }) => problem === tooMany);
  if (tooLong || one.problem || other.problem) return tooLong ?? (one.problem ? other : one);
  return {
    events: [...one.events, ...other.events],
    otherKinds: [...one.otherKinds, ...other.otherKinds],
    problem: '',
  };
}

/** As many as fit into 2 MiB with a person and a time. A million smaller values would take seconds to read. */
const maxEvents = 20_000;

/** Applies a mapping to a JSON message; everything that is not mapped is neither read nor kept. */
export function readMapped(mapping: JsonMapping, message: unknown): MappedMessage {
  const nothing = (problem: string) => ({ events: [], otherKinds: [], problem });
  const problem = problemOf(mapping);
  if (problem) return nothing(problem);
  const events = eventsIn(mapping, message);
  if (!events) return nothing(`There is nothing at “${mapping.events}”`);
  if (events.length > maxEvents) return nothing(tooMany);
  const otherKinds = new Set(events.map((event) => otherKindOf(mapping, event)).filter(Boolean));
  const counted = events.filter((event) => otherKindOf(mapping, event) === '');
  return { events: counted.map((event) => readOne(mapping, event)), otherKinds: [...otherKinds], problem: '' };
}

/** Kind of an event that does not count; otherwise empty. */
function otherKindOf({ kind, kind_words }: JsonMapping, event: unknown): string {
  const said = kind === '' ? '' : textOf(valueAt(event, kind));
  return said === '' || wordsIn(kind_words).includes(said.toLowerCase()) ? '' : said;
}

/** Some senders wrap only several events in a list, and send a single one as the message. */
function eventsIn(mapping: JsonMapping, message: unknown): readonly unknown[] | undefined {
  const value = valueAt(message, mapping.events);
  if (value !== undefined && value !== null) return Array.isArray(value) ? value : [value];
  const told = mapping.kind === '' ? [mapping.person, mapping.time] : [mapping.kind];
  return told.every((path) => textOf(valueAt(message, path)) !== '') ? [message] : undefined;
}

/** More than messages have around their events: a million values would take seconds to search. */
const searched = { steps: 4, names: 20 };

/** Finds an event anywhere in a message that has none where the mapping says. Heartbeats name no person. */
function holdsEvent(mapping: JsonMapping, value: unknown, steps = searched.steps): boolean {
  if (typeof value !== 'object' || value === null || steps === 0) return false;
  if ([mapping.person, mapping.time].every((path) => textOf(valueAt(value, path)) !== '')) return true;
  const inner = Array.isArray(value) ? value.slice(0, 1) : Object.values(value).slice(0, searched.names);
  return inner.some((each) => holdsEvent(mapping, each, steps - 1));
}

const tooMany = `A message has at most ${maxEvents.toLocaleString('en')} events`;

function problemOf({ events, kind, person, time, direction, number, reader, passed }: JsonMapping): string {
  if (!person || !time) return 'The mapping must say where the person and the time are';
  const wrong = [events, kind, person, time, direction, number, reader, passed].find(
    (path) => path !== '' && !isPath(path),
  );
  return wrong === undefined ? '' : `“${wrong}” is no path`;
}

/** Keeps the mapped values, as sent, as the event's line. */
function readOne(mapping: JsonMapping, event: unknown): DeviceFact {
  const at = (path: string) => (path === '' ? undefined : valueAt(event, path));
  const person = codeOf(at(mapping.person));
  const sentTime = at(mapping.time);
  const time = timeOf(sentTime);
  const direction = textOf(at(mapping.direction));
  const number = wholeNumber(at(mapping.number));
  const reader = textOf(at(mapping.reader));
  const passed = textOf(at(mapping.passed));
  return {
    number,
    code: person ?? '',
    ...(time ?? noTime),
    kind: 'event',
    direction,
    meaning: meaningOf(mapping, direction),
    reader,
    verify: '',
    passed: mapping.passed === '' ? 'yes' : passedBy(mapping, passed),
    isReplay: false,
    raw: JSON.stringify({ person, time: textOf(sentTime), direction, number, reader, ...(passed && { passed }) }),
    problem: problemIn(mapping, event, person, sentTime, time),
  };
}

function problemIn(
  mapping: JsonMapping,
  event: unknown,
  person: string | undefined,
  sent: unknown,
  time: WireTime | undefined,
): string {
  if (mapping.kind !== '' && textOf(valueAt(event, mapping.kind)) === '')
    return `There is nothing at “${mapping.kind}”`;
  if (person === undefined) return `What is at “${mapping.person}” cannot be the code of a person`;
  if (time) return '';
  const text = textOf(sent);
  return text ? `“${text}” is no time` : `There is no time at “${mapping.time}”`;
}

function timeOf(sent: unknown): WireTime | undefined {
  const text = textOf(sent);
  return /^\d{9,13}(?:\.\d{1,9})?$/.test(text) ? readEpoch(Number(text)) : readTime(text);
}

function meaningOf(mapping: JsonMapping, direction: string): 'in' | 'out' | undefined {
  if (direction === '') return undefined;
  if (wordsIn(mapping.in_words).includes(direction.toLowerCase())) return 'in';
  if (wordsIn(mapping.out_words).includes(direction.toLowerCase())) return 'out';
  return undefined;
}

function passedBy({ passed_words }: JsonMapping, passed: string): 'yes' | 'no' | 'unknown' {
  if (passed === '') return 'unknown';
  return wordsIn(passed_words).includes(passed.toLowerCase()) ? 'yes' : 'no';
}

const wordsIn = (words: string) => words.split(',').map((word) => word.trim().toLowerCase());

const path = /^(?:[^.[\]]+|\[\d{1,6}\])(?:\.[^.[\]]+|\[\d{1,6}\])*$/;
const maxPathLength = 200;
const maxSteps = 10;

/**
 * Paths into a JSON message: 'events', 'user.code', 'data[0].time', '[0].id'. They reach only the message's own
 * properties.
 */
const stepsOf = (text: string) => text.match(/[^.[\]]+/g) ?? [];

export const isPath = (text: string): boolean =>
  text.length <= maxPathLength && path.test(text) && stepsOf(text).length <= maxSteps;

/** Undefined if nothing is there; an empty path gives the value itself. */
function valueAt(value: unknown, text: string): unknown {
  if (text === '') return value;
  return isPath(text) ? stepsOf(text).reduce(ownValue, value) : undefined;
}
