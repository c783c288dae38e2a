// A controller's day from the device to the HR system: every planted loss is found at its stage.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reconciliation } from '../../../../src/shared/contract/deviceEvents.ts';
import { databases } from '../../../support/server/databases.ts';
import { type HeardDay, startHeardDay } from './heardDay.ts';

const day = '2031-03-12';
const at = (time: string) => `${day} ${time}:00`;

const countsOf = ({ stages }: Reconciliation) => stages.map(({ stage, count }) => `${stage} ${count}`);

describe.each(databases)('on $name', ({ create }) => {
  let world: HeardDay;

  beforeAll(async () => {
    world = await startHeardDay(create, { day, people: ['001', '002', '003', '004'] });
  });
  afterAll(() => world.stop());

  test('says so where nothing is known of the device, and today is its day', async () => {
    await world.setZone('Asia/Kolkata', 330);
    const empty = await world.reconcile();
    expect(empty).toMatchObject({ day: '2031-03-13', zone: 'Asia/Kolkata', asked: 'no', asked_at: '', losses: [] });
    expect(countsOf(empty)).toEqual([
      'on_device null',
      'received 0',
      'taken 0',
      'attendance 0',
      'planned 0',
      'sent 0',
      'accepted 0',
    ]);
    await world.setZone('UTC', 0);
  });

  test('finds twelve planted losses and names the stage of each', async () => {
    const { hear, server, token, receiver, company } = world;
    const sync = () => server.ask(`POST /hr-sync/companies/${company}`, { token, body: { date: day } });

    // A normal event, a repeat, an event about the door, and one that HR rejects (12).
    await hear({ outcome: 'attendance', code: '001', type: 'in', at: at('08:00'), number: 100 });
    await hear({ outcome: 'repeat', code: '001', at: `${day} 08:00:20`, number: 101 });
    await hear({ outcome: 'no_person', at: `${day} 08:00:21`, number: 102 });
    await hear({ outcome: 'attendance', code: '002', type: 'in', at: at('08:10'), number: 103 });
    // 1: lost on the way from the device.
    await hear({ outcome: 'attendance', code: '003', type: 'in', at: at('08:30'), number: 107 });
    // 3 to 7: not taken.
    const unreadable = await hear({ outcome: 'unreadable', receivedAt: at('09:00'), reason: 'It has no time' });
    const power = await hear({
      outcome: 'implausible_time',
      code: '002',
      at: '2000-01-01 00:03:11',
      receivedAt: at('09:05'),
      number: 108,
    });
    const strange = await hear({ outcome: 'unknown_kind', code: '002', at: at('09:10'), number: 109 });
    const noWay = await hear({ outcome: 'no_direction', code: '002', at: at('09:15'), number: 110 });
    const refused = await hear({ outcome: 'refused', code: '002', at: at('09:20'), number: 111 });
    // 8 and 9: counted for nobody.
    const stranger = await hear({ outcome: 'attendance', code: '77', type: 'in', at: at('09:30'), number: 112 });
    const aside = await hear({ outcome: 'attendance', code: '003', type: 'out', at: at('10:00'), number: 113 });
    await world.setAside(aside.record, day);
    // 10: held back by the HR rules.
    await hear({ outcome: 'attendance', code: '001', type: 'out', at: at('11:00'), number: 114 });
    await hear({ outcome: 'attendance', code: '001', type: 'out', at: at('17:00'), number: 115 });
    await receiver.behave('reject:002');
    await sync();
    // 11: the HR system does not answer.
    await hear({ outcome: 'attendance', code: '004', type: 'in', at: at('12:00'), number: 116 });
    await receiver.behave('error:503');
    await sync();
    // 2: the device says it holds more. It holds the event of 2000 under another date.
    await world.askCount(day, at('18:00'), { code: 0, text: '18' });

    const found = await world.reconcile(day);
    expect(countsOf(found)).toEqual([
      'on_device 18',
      'received 15',
      'taken 9',
      'attendance 6',
      'planned 5',
      'sent 5',
      'accepted 3',
    ]);
    expect(found.losses.map(({ stage, reason, count, action }) => [stage, reason, count, action])).toEqual([
      ['received', 'number_gap', 3, 'resend'],
      ['received', 'missing', 1, 'resend'],
      ['taken', 'unreadable', 1, null],
      ['taken', 'implausible_time', 1, 'correct'],
      ['taken', 'unknown_kind', 1, 'correct'],
      ['taken', 'no_direction', 1, 'rules'],
      ['taken', 'refused', 1, 'correct'],
      ['attendance', 'unknown_code', 1, 'assign'],
      ['attendance', 'set_aside', 1, 'correct'],
      ['planned', 'not_last', 1, null],
      ['accepted', 'rejected', 1, 'retry'],
      ['accepted', 'waiting', 1, 'retry'],
    ]);
    expect(found.losses.map(({ event_id, record_id }) => event_id ?? record_id).slice(2, 9)).toEqual([
      unreadable.event,
      power.event,
      strange.event,
      noWay.event,
      refused.event,
      stranger.event,
      aside.event,
    ]);
    // In business time, which is UTC here; an impossible time is left empty.
    expect(found.losses.map(({ timestamp }) => timestamp.slice(11, 16)).slice(2, 9)).toEqual([
      '',
      '',
      '09:10',
      '09:15',
      '09:20',
      '09:30',
      '10:00',
    ]);
    expect(found.losses.map(({ sentence }) => sentence)).toMatchObject([
      'The events with the numbers 104 to 106 never came',
      'The device says that it holds 18 events of this day: 1 more event never came',
      'It has no time',
      'Its time cannot be true',
      'The meaning of this kind of event is unknown',
      'It does not say whether it is in or out',
      'It was refused',
      'No employee has the code 77',
      'A correction set it aside, so it does not count',
      'Held back. Only the last check-out (17:00) is sent',
      'Rejected. It needs a manual retry: Employee is unknown',
      expect.stringMatching(/^Will retry\. HTTP 503/),
    ]);
    expect(found.losses.at(-2)).toMatchObject({
      code: '002',
      employee: { name: 'Name of 002' },
      local_time: at('08:10'),
    });
  });

  test('explains what is no loss in the sentence of its stage', async () => {
    const { stages } = await world.reconcile(day);
    expect(Object.fromEntries(stages.map(({ stage, sentence }) => [stage, sentence]))).toEqual({
      on_device: 'The device said so at 2031-03-12 18:00.',
      received: '1 event came on this day with a date that cannot be true.',
      taken: '1 event named no person.',
      attendance: '1 event repeated another one, which is no attendance of its own.',
      planned: '',
      sent: '',
      accepted: '',
    });
  });
});
