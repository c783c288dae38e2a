// An attendance record shows what the device sent, to callers who may view devices.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { type HeardDay, startHeardDay } from './heardDay.ts';

const day = '2031-03-12';

describe.each(databases)('on $name', ({ create }) => {
  let world: HeardDay;

  beforeAll(async () => {
    world = await startHeardDay(create, { day, people: ['001'] });
  });
  afterAll(() => world.stop());

  const read = async (record: number | null, token = world.token) => {
    const { json } = await world.server.ask(`GET /attendance/${record}`, { token });
    return answerDecoder('GET /attendance/{id}')(json.data).device_event;
  };

  test('the first event that said it, as it was sent', async () => {
    const { event, record } = await world.hear({
      outcome: 'attendance',
      code: '001',
      type: 'in',
      at: `${day} 08:00:00`,
      number: 139,
    });
    await world.hear({ outcome: 'known', code: '001', at: `${day} 08:00:00` });
    expect(await read(record)).toEqual({
      id: event,
      controller_id: world.controller,
      number: 139,
      local_time: `${day} 08:00:00`,
      zone: 'UTC',
      kind: 'ATTLOG',
      direction: '',
      raw: 'raw',
      is_ambiguous: false,
      received_at: '2031-03-12T08:00:00+00:00',
    });
  });

  test('nothing of a record that came another way, and nothing to those who may not view devices', async () => {
    const { company, server, punch, hear } = world;
    expect(await read(await punch('001', 'out', `${day} 17:00:00`))).toBeUndefined();
    const { record } = await hear({ outcome: 'attendance', code: '001', type: 'in', at: `${day} 18:00:00` });
    const now = new Date(`${day}T22:00:00Z`);
    const token = await addColleague(server.db, 'Clerk', ['attendance.view'], [company], now);
    expect(await read(record, token)).toBeUndefined();
  });
});
