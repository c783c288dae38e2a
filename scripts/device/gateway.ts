// Gateways that send JSON: to the webhook of docs/events.md, or to an address with a mapping.

import { createHmac } from 'node:crypto';
import type { Held } from './memory.ts';
import { type Identity, type PlayedKind, type Protocol, timestamp, usualSerial } from './protocol.ts';

export const webhook: PlayedKind = {
  kind: 'webhook',
  serial: usualSerial,
  protocol: webhookProtocol,
  secrets: [],
};
export const json: PlayedKind = { kind: 'json', serial: usualSerial, protocol: jsonProtocol, secrets: ['Somebody'] };

const silent = {
  handshake: [],
  opensDoor: () => false,
  unasked: () => [],
  poll: undefined,
  obey: undefined,
};

function webhookProtocol({ serial, path, secret, faults }: Identity): Protocol {
  return {
    ...silent,
    batchSize: 100,
    batch: (held, { now, chance }) => {
      const events: object[] = held.map((event) => ({
        event_id: `${serial}-${event.number}-${event.at}`,
        employee_id: event.code,
        event_type: event.key === 'out' ? 'check-out' : 'check-in',
        timestamp: timestamp(event.shown, event.offset),
      }));
      if (faults.has('garbage')) events.splice(chance.whole(0, events.length), 0, { employee_id: 4, garbage: true });
      const body = JSON.stringify({ events });
      const seconds = String(Math.floor(now.getTime() / 1_000));
      const door = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
      const signature = createHmac('sha256', secret).update(`v2.${seconds}.${door}.${body}`).digest('hex');
      return {
        method: 'POST',
        path,
        body,
        contentType: 'application/json',
        headers: { 'X-Rollcall-Timestamp': seconds, 'X-Rollcall-Signature': `v2=${signature}` },
      };
    },
    saysOffset: () => true,
  };
}

export const jsonMapping = {
  events: 'data',
  kind: '',
  kind_words: '',
  person: 'user.code',
  time: 'at',
  direction: 'way',
  number: 'no',
  reader: 'reader',
  in_words: 'entry',
  out_words: 'exit',
  passed: '',
  passed_words: '',
};

function jsonProtocol({ path, faults }: Identity): Protocol {
  return {
    ...silent,
    batchSize: 100,
    batch: (held, { chance }) => {
      const data: unknown[] = held.map((event) => ({
        no: event.number,
        user: { code: event.code, name: 'Somebody' },
        at: saysOffsetInJson(event) ? timestamp(event.shown, event.offset) : event.shown,
        way: { in: 'entry', out: 'exit', none: '' }[event.key],
        reader: event.key === 'out' ? '2' : '1',
      }));
      if (faults.has('garbage'))
        data.splice(chance.whole(0, data.length), 0, chance.pick<unknown>([7, null, { user: [] }]));
      return { method: 'POST', path, body: JSON.stringify({ data }), contentType: 'application/json' };
    },
    saysOffset: saysOffsetInJson,
  };
}

const saysOffsetInJson = ({ number }: Held) => number % 2 === 0;
