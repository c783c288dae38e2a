// What a pasted message means by a mapping, for people to check.

import type { JsonMapping, TriedMapping } from '../../../../src/shared/contract/devices.ts';
import { signedOffset } from '../../../../src/shared/words/timeZones.ts';
import { type MappedEvent, readMapped } from '../drivers/json/readMapped.ts';
import type { WireTime } from '../drivers/wireTime.ts';

export function triedMessage(mapping: JsonMapping, pasted: string): TriedMapping {
  let message: unknown;
  try {
    message = JSON.parse(pasted);
  } catch {
    return { events: [], problem: 'This is not JSON' };
  }
  const { events, problem } = readMapped(mapping, message);
  return { events: events.map((event) => shown(mapping, event)), problem };
}

const shown = (mapping: JsonMapping, event: MappedEvent): TriedMapping['events'][number] => ({
  person: event.person,
  time: event.time ? shownTime(event.time) : '',
  direction: event.meaning ?? event.direction,
  number: event.number === null ? '' : String(event.number),
  reader: event.reader,
  problem: event.problem || doubtAbout(mapping, event),
});

/** Of an event that can be read, but hardly as meant. */
function doubtAbout({ person, direction, passed }: JsonMapping, event: MappedEvent): string {
  if (event.person === '') return `There is no person at “${person}”, so it is no attendance`;
  if (event.passed === 'no') return 'The person was not let in, so it is no attendance';
  if (event.passed === 'unknown') return `There is nothing at “${passed}”, so it is no attendance`;
  if (direction === '' || event.meaning) return '';
  return event.direction === ''
    ? `There is no direction at “${direction}”`
    : `“${event.direction}” is among the words neither for in nor for out`;
}

const shownTime = ({ local, offsetMinutes }: WireTime) =>
  offsetMinutes === null ? local : `${local} ${signedOffset(offsetMinutes)}`;
