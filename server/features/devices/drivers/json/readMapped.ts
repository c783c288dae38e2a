// What a JSON message means by a mapping. Nothing else of the message is looked at or kept.

import type { JsonMapping } from '../../../../../src/shared/contract/devices.ts';
import { readEpoch, readTime, type WireTime } from '../wireTime.ts';
import { codeOf, textOf, wholeNumber } from '../wireValues.ts';
import { isPath, valueAt } from './path.ts';

export interface MappedEvent {
  /** Empty for nobody. */
  readonly person: string;
  readonly time: WireTime | undefined;
  /** As sent. */
  readonly direction: string;
  readonly meaning: 'in' | 'out' | undefined;
  readonly number: number | null;
  readonly reader: string;
  readonly passed: 'yes' | 'no' | 'unknown';
  /** The mapped values as sent, and nothing else. */
  readonly raw: string;
  /** Why it is no event, as a sentence; empty if it is one. */
  readonly problem: string;
}

export interface MappedMessage {
  readonly events: readonly MappedEvent[];
  /** Why there are none. */
  readonly problem: string;
}

export const maxEvents = 1000;

export function readMapped(mapping: JsonMapping, message: unknown): MappedMessage {
  const problem = problemOf(mapping);
  if (problem) return { events: [], problem };
  const found = valueAt(message, mapping.events);
  if (found === undefined || found === null) {
    return { events: [], problem: `There is nothing at “${mapping.events}”` };
  }
  const events: readonly unknown[] = Array.isArray(found) ? found : [found];
  if (events.length > maxEvents) return { events: [], problem: tooMany };
  return { events: events.map((event) => readOne(mapping, event)), problem: '' };
}

export const tooMany = `A message has at most ${maxEvents.toLocaleString('en')} events`;

function problemOf({ events, person, time, direction, number, reader, passed }: JsonMapping): string {
  if (!person || !time) return 'The mapping must say where the person and the time are';
  const wrong = [events, person, time, direction, number, reader, passed].find((path) => path !== '' && !isPath(path));
  return wrong === undefined ? '' : `“${wrong}” is no path`;
}

function readOne(mapping: JsonMapping, event: unknown): MappedEvent {
  const at = (path: string) => (path === '' ? undefined : valueAt(event, path));
  const person = codeOf(at(mapping.person));
  const sentTime = at(mapping.time);
  const time = timeOf(sentTime);
  const direction = textOf(at(mapping.direction));
  const number = wholeNumber(at(mapping.number));
  const reader = textOf(at(mapping.reader));
  const passed = textOf(at(mapping.passed));
  return {
    person: person ?? '',
    time,
    direction,
    meaning: meaningOf(mapping, direction),
    number,
    reader,
    passed: mapping.passed === '' ? 'yes' : passedBy(mapping, passed),
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

/** Of what was sent, or is kept of it. */
export function timeOf(sent: unknown): WireTime | undefined {
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
