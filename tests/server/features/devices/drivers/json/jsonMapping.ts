// A mapping for a message with a list of events.

import { type JsonMapping, jsonMapping } from '../../../../../../src/shared/contract/devices.ts';

export const mappingOf = (given: Partial<JsonMapping> = {}): JsonMapping => ({
  ...jsonMapping({}),
  events: 'data.list',
  person: 'user.code',
  time: 'time',
  direction: 'way',
  number: 'id',
  reader: 'door',
  in_words: 'in, Entry',
  out_words: 'out, exit',
  ...given,
});

export const event = {
  id: 7,
  user: { code: '00042', name: 'Hexadecima' },
  time: '2026-08-20T09:15:00+02:00',
  way: 'ENTRY',
  door: 3,
};
