// Any JSON over HTTP. A mapping tells where an event's person, time and direction are; the secret in the address
// identifies the sender.

import type { JsonMapping } from '../../../../../src/shared/contract/devices.ts';
import {
  answerOnly,
  type DeviceAnswer,
  type DeviceFact,
  type DeviceRequest,
  type Driver,
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
    const message = messageIn(request);
    if (message === undefined) return { ...taken(0, 1), facts: [unreadable(request, 'The message is not JSON')] };
    const { events, problem } = readMapped(mapping, message);
    // The sender must learn that events were refused; any other message should not block it.
    if (problem === tooMany) {
      return {
        ...answerOnly(answer(413, { success: false, message: problem })),
        notes: [{ kind: 'unhandled', sentence: `${problem}: none was taken.`, raw: '' }],
      };
    }
    // Stored without its content: it may be one of many heartbeats, which then count as one fact.
    if (problem) return { ...taken(0, 1), facts: [{ ...unreadable(request, problem), raw: problem }] };
    const unread = events.filter((event) => event.problem !== '').length;
    return { ...taken(events.length - unread, unread), facts: events };
  },

  passedBy: () => 'unknown',

  offsetsIn: (lines) => lines.map(({ raw }) => timeOf(ownValue(readJson(raw), 'time'))?.offsetMinutes ?? null),
};

/** Some senders put the message in a part beside a picture. */
const messageIn = ({ contentType, body }: DeviceRequest): unknown =>
  messagesIn(contentType, body)
    .map((body) => readJson(body.toString('utf8')))
    .find((message) => message !== undefined);

const answer = (status: number, body: object): DeviceAnswer => ({
  status,
  body: JSON.stringify(body),
  contentType: 'application/json',
});

const taken = (events: number, problems: number) => answerOnly(answer(200, { success: true, events, problems }));

interface MappedMessage {
  readonly events: readonly DeviceFact[];
  /** Sentence why there are no events. */
  readonly problem: string;
}

const maxEvents = 1000;

/** Applies a mapping to a JSON message; everything that is not mapped is neither read nor kept. */
export function readMapped(mapping: JsonMapping, message: unknown): MappedMessage {
  const problem = problemOf(mapping);
  if (problem) return { events: [], problem };
  const value = valueAt(message, mapping.events);
  if (value === undefined || value === null) {
    return { events: [], problem: `There is nothing at “${mapping.events}”` };
  }
  const events: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (events.length > maxEvents) return { events: [], problem: tooMany };
  return { events: events.map((event) => readOne(mapping, event)), problem: '' };
}

const tooMany = `A message has at most ${maxEvents.toLocaleString('en')} events`;

function problemOf({ events, person, time, direction, number, reader, passed }: JsonMapping): string {
  if (!person || !time) return 'The mapping must say where the person and the time are';
  const wrong = [events, person, time, direction, number, reader, passed].find((path) => path !== '' && !isPath(path));
  return wrong === undefined ? '' : `“${wrong}” is no path`;
}

/** Its line is the mapped values, as sent. */
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
    problem: problemIn(mapping, person, sentTime, time),
  };
}

function problemIn(
  mapping: JsonMapping,
  person: string | undefined,
  sent: unknown,
  time: WireTime | undefined,
): string {
  if (person === undefined) return `What is at “${mapping.person}” cannot be the code of a person`;
  if (time) return '';
  const text = textOf(sent);
  return text ? `“${text}” is no time` : `There is no time at “${mapping.time}”`;
}

function timeOf(sent: unknown): WireTime | undefined {
  const text = textOf(sent);
  return /^\d{9,14}(?:\.\d{1,9})?$/.test(text) ? readEpoch(Number(text)) : readTime(text);
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
