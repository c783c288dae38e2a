// Any JSON over HTTP: a mapping says where each event's person, time and direction are. The address holds a secret, which
// is the sender's identity.

import { type DeviceAnswer, type DeviceFact, type DeviceRequest, type Driver, nothingHeard } from '../driver.ts';
import { messagesIn } from '../multipart.ts';
import { unreadable } from '../unreadable.ts';
import { ownValue, readJson } from '../wireValues.ts';
import { type MappedEvent, readMapped, timeOf, tooMany } from './readMapped.ts';

export const jsonDriver: Driver = {
  kind: 'json',
  base: '/devices/json/',

  identify: ({ method }) => (method === 'POST' ? { serial: '' } : undefined),

  hear(request, { mapping }) {
    const message = messageIn(request);
    if (message === undefined) return { ...taken(0, 1), facts: [unreadable(request, 'The message is not JSON')] };
    const { events, problem } = readMapped(mapping, message);
    // Of an event that is not taken its sender must know; of any other message it must not be kept from going on.
    if (problem === tooMany) {
      return {
        ...nothingHeard(answer(413, { success: false, message: problem })),
        notes: [{ kind: 'unhandled', sentence: `${problem}: none was taken.`, raw: '' }],
      };
    }
    // Perhaps a heartbeat, of which many come: they are kept as one.
    if (problem) return { ...taken(0, 1), facts: [{ ...unreadable(request, problem), raw: problem }] };
    const unread = events.filter((event) => event.problem !== '').length;
    return { ...taken(events.length - unread, unread), facts: events.map(factOf) };
  },

  offsetsIn: (lines) => lines.map(({ raw }) => timeOf(ownValue(readJson(raw), 'time'))?.offsetMinutes ?? null),
};

/** Some senders put it in a part beside a picture. */
const messageIn = ({ contentType, body }: DeviceRequest): unknown =>
  messagesIn(contentType, body)
    .map((body) => readJson(body.toString('utf8')))
    .find((message) => message !== undefined);

const answer = (status: number, body: object): DeviceAnswer => ({
  status,
  body: JSON.stringify(body),
  contentType: 'application/json',
});

const taken = (events: number, problems: number) => nothingHeard(answer(200, { success: true, events, problems }));

const factOf = ({
  person,
  time,
  direction,
  meaning,
  number,
  reader,
  passed,
  raw,
  problem,
}: MappedEvent): DeviceFact => ({
  number,
  code: person,
  localTime: time?.local ?? '',
  offsetMinutes: time?.offsetMinutes ?? null,
  kind: 'event',
  direction,
  meaning,
  reader,
  verify: '',
  passed,
  isReplay: false,
  raw,
  problem,
});
