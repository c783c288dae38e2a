// What a reconciliation says about a device's day: where the day ends, who may see what, and what it shows when little
// is known.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf, sql } from '../../../../server/platform/db/db.ts';
import { addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { type HeardDay, startHeardDay } from './heardDay.ts';

const today = '2031-03-12';
const most = 1_000;

describe.each(databases)('on $name', ({ create }) => {
  let world: HeardDay;
  const countOf = async (day: string, stage: string, token?: string) =>
    (await world.reconcile(day, token)).stages.find((each) => each.stage === stage)?.count;
  const sentenceOf = async (day: string, stage: string, token?: string) =>
    (await world.reconcile(day, token)).stages.find((each) => each.stage === stage)?.sentence;

  const lostAt = async (stage: string) => (await world.reconcile()).losses.filter((loss) => loss.stage === stage);

  beforeAll(async () => {
    world = await startHeardDay(create, { day: today, people: ['001', '002'] });
  });
  beforeEach(async () => {
    const { db } = world.server;
    await world.setZone('UTC', 0);
    await db.run(sql`delete from device_events`);
    await db.run(sql`delete from hr_deliveries`);
    await db.run(sql`delete from attendance`);
    await db.run(sql`delete from device_commands`);
    await db.run(sql`update device_rules set kind = 'zkteco'`);
    await db.run(sql`update devices set kind = 'zkteco'`);
    await db.run(sql`update company_urls set is_active = true where company_id = ${world.company}`);
  });
  afterAll(() => world.stop());

  test('a day is that of the device’s clock, and an event without a time belongs to the day on which it came', async () => {
    await world.setZone('Asia/Kolkata', 330);
    await world.hear({ outcome: 'attendance', code: '001', type: 'in', at: '2031-03-11 00:00:00' });
    await world.hear({ outcome: 'attendance', code: '001', type: 'out', at: '2031-03-11 23:59:59' });
    await world.hear({ outcome: 'unreadable', receivedAt: '2031-03-10 18:30:00' });
    await world.hear({ outcome: 'unreadable', receivedAt: '2031-03-11 18:29:59' });
    await world.hear({ outcome: 'unreadable', receivedAt: '2031-03-11 18:30:00' });
    await world.punch('002', 'in', '2031-03-10 18:30:00');
    await world.punch('002', 'in', '2031-03-11 18:30:00');
    expect(await world.reconcile('2031-03-11')).toMatchObject({ day: '2031-03-11', zone: 'Asia/Kolkata' });
    expect(await countOf('2031-03-10', 'received')).toBe(0);
    expect(await countOf('2031-03-11', 'received')).toBe(5);
    expect(await countOf('2031-03-12', 'received')).toBe(2);
    expect(await countOf('2031-03-11', 'attendance')).toBe(3);
  });

  test('a gap belongs to the day of the event after it, whatever date that one has', async () => {
    await world.hear({ outcome: 'attendance', code: '001', type: 'in', at: '2031-03-10 22:00:00', number: 10 });
    await world.hear({ outcome: 'attendance', code: '001', type: 'out', at: '2031-03-11 06:00:00', number: 13 });
    const power = { outcome: 'implausible_time', code: '002', at: '2000-01-01 00:00:01', number: 15 } as const;
    await world.hear({ ...power, receivedAt: `${today} 07:00:00` });
    const gaps = async (day: string) =>
      (await world.reconcile(day)).losses.flatMap(({ reason, sentence }) =>
        reason === 'number_gap' ? [sentence] : [],
      );
    expect(await gaps('2031-03-10')).toEqual([]);
    expect(await gaps('2031-03-11')).toEqual(['The events with the numbers 11 to 12 never came']);
    expect(await gaps(today)).toEqual(['The event with the number 14 never came']);
    expect(await gaps('2000-01-01')).toEqual([]);
  });

  test('the device’s own count is believed before its numbers', async () => {
    await world.hear({ outcome: 'attendance', code: '001', type: 'in', at: `${today} 08:00:00`, number: 10 });
    await world.hear({ outcome: 'attendance', code: '001', type: 'out', at: `${today} 17:00:00`, number: 20 });
    expect(await lostAt('received')).toMatchObject([{ reason: 'number_gap', count: 9, action: 'resend' }]);
    expect(await countOf(today, 'on_device')).toBe(11);
    await world.askCount(today, `${today} 18:00:00`, { code: 0, text: '3' });
    expect(await lostAt('received')).toMatchObject([{ reason: 'missing', count: 1, action: 'resend' }]);
    expect(await sentenceOf(today, 'received')).toBe(
      "The device's own numbers skip 9, but by its count only 1 are missing.",
    );
  });

  test('events that came after the count, another way, or are gone from the device are no loss', async () => {
    await world.hear({ outcome: 'attendance', code: '001', type: 'in', at: `${today} 08:00:00` });
    await world.hear({ outcome: 'attendance', code: '002', type: 'in', at: `${today} 08:01:00` });
    await world.hear({ outcome: 'known', code: '002', at: `${today} 08:01:00`, isFromWebhook: true });
    await world.punch('002', 'out', `${today} 09:00:00`);
    await world.hear({ outcome: 'attendance', code: '001', type: 'out', at: `${today} 17:00:00` });
    await world.askCount(today, `${today} 12:00:00`, { code: 0, text: '1' });
    const { stages, losses } = await world.reconcile();
    expect(losses.filter(({ stage }) => ['received', 'taken', 'attendance'].includes(stage))).toEqual([]);
    expect(stages.slice(0, 4).map(({ count, adjustment, sentence }) => [count, adjustment, sentence])).toEqual([
      [1, 0, 'The device said so at 2031-03-12 12:00.'],
      [
        5,
        4,
        '1 event came after the device said its count. 1 event came from elsewhere than this device. ' +
          '1 event came that the device no longer holds. 1 event came by the webhook before its events were kept.',
      ],
      [5, 0, ''],
      [4, -1, '1 event said what another one says.'],
    ]);
  });

  test('says whether the device was asked, and whether it can be', async () => {
    const asked = async () => {
      const { asked: state, asked_at, stages } = await world.reconcile();
      return [state, asked_at, stages[0]?.count];
    };
    expect(await asked()).toEqual(['no', '', null]);
    await world.askCount(today, `${today} 09:00:00`);
    expect(await asked()).toEqual(['waiting', '2031-03-12T09:00:00+00:00', null]);
    await world.askCount(today, `${today} 10:00:00`, { code: -1002, text: '' });
    expect(await asked()).toEqual(['not_supported', '2031-03-12T10:00:00+00:00', null]);
    await world.askCount(today, `${today} 11:00:00`, { code: 0, text: '7' });
    expect(await asked()).toEqual(['answered', '2031-03-12T11:00:00+00:00', 7]);
    await world.askCount(today, `${today} 12:00:00`);
    expect(await asked()).toEqual(['waiting', '2031-03-12T12:00:00+00:00', 7]);
    expect(await sentenceOf(today, 'on_device')).toBe(
      'The device said so at 2031-03-12 11:00. It was asked again at 2031-03-12 12:00.',
    );
    const { db } = world.server;
    await db.run(sql`update device_commands set answered_at = '2031-03-12 13:00:00' where answered_at is null`);
    expect((await asked())[0]).toBe('failed');
    // A predecessor's failure says nothing about the present device.
    await db.run(sql`delete from device_commands where return_code = 0`);
    await db.run(sql`update devices set state = 'replaced'`);
    await db.run(
      sql`insert into devices (kind, identity, serial, controller_id, state, first_heard_at, last_heard_at)
        select kind, 'NEXT', 'NEXT', controller_id, 'approved', first_heard_at, last_heard_at from devices`,
    );
    expect(await asked()).toEqual(['no', '', null]);
    await db.run(sql`delete from device_commands`);
    await db.run(sql`update device_rules set kind = 'hikvision'`);
    await db.run(sql`update devices set kind = 'hikvision'`);
    expect(await asked()).toEqual(['cannot', '', null]);
  });

  test('results of HR are shown only to callers who may view the HR sync', async () => {
    await world.hear({ outcome: 'attendance', code: '001', type: 'in', at: `${today} 08:00:00` });
    const [record] = (await world.reconcile()).losses;
    expect(record).toMatchObject({ stage: 'sent', code: '001', employee: { name: 'Name of 001' } });
    const { server, company } = world;
    const token = await addColleague(server.db, 'Watcher', ['devices.view'], [company], new Date(`${today}T22:00:00Z`));
    const { stages, losses } = await world.reconcile(today, token);
    expect(losses).toEqual([]);
    expect(stages.map(({ count }) => count)).toEqual([null, 1, 1, 1, null, null, null]);
    expect(await sentenceOf(today, 'planned', token)).toBe('Only for those who may view the HR sync.');
  });

  test('without an HR system nothing is planned, for one reason', async () => {
    await world.hear({ outcome: 'attendance', code: '001', type: 'in', at: `${today} 08:00:00` });
    await world.hear({ outcome: 'attendance', code: '001', type: 'out', at: `${today} 17:00:00` });
    await world.server.db.run(sql`update company_urls set is_active = false where company_id = ${world.company}`);
    const { losses } = await world.reconcile();
    expect(losses.map(({ stage, reason }) => `${stage} ${reason}`)).toEqual([
      'planned no_hr_system',
      'planned no_hr_system',
    ]);
    expect(await sentenceOf(today, 'planned')).toBe('The company has no HR system.');
  });

  test('refuses anything but a day', async () => {
    // PostgreSQL has no year 0, and the day after the last one has a five-digit year.
    for (const day of ['2031-02-30', '0000-01-01', '9999-12-31'])
      for (const list of ['reconciliation', 'events']) {
        const path = `/access-controllers/${world.controller}/device/${list}?day=${day}`;
        const { status, json } = await world.server.ask(`GET ${path}`, { token: world.token });
        expect([status, json.errors], path).toEqual([422, { day: ['Please enter a date such as 2026-11-21'] }]);
      }
  });

  /** Stores one event a second; three of twenty are not taken. */
  async function hearMany(count: number): Promise<void> {
    const { company, controller, device, server } = world;
    const midnight = Date.parse(`${today}T00:00:00Z`);
    const rows = Array.from({ length: count }, (_, index) => ({
      fact: `many ${index}`,
      at: new Date(midnight + index * 1_000).toISOString().slice(0, 19).replace('T', ' '),
      outcome: ['no_direction', 'unreadable', 'unknown_kind'][index % 20] ?? 'attendance',
    }));
    const facts = rowsOf({ fact: 'text', at: 'timestamp(0)', outcome: 'text' }, rows);
    await server.db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        select company_id, employees.id, employee_id, ${controller}, 'check-in', at, at
        from ${facts} join employees on company_id = ${company} and employee_id = '001' where outcome = 'attendance'`,
    );
    await server.db.run(
      sql`insert into device_events (controller_id, device_id, fact_key, generation, code, local_time, zone, occurred_at,
          kind, direction, reader, verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome, attendance_id)
        select ${controller}, ${device}, fact, 1, '001', cast(at as text), 'UTC', at, 'ATTLOG', '', '', '', 'yes', at, 'raw',
          'key', 0, outcome, attendance.id
        from ${facts} left join attendance on access_controller_id = ${controller} and occurred_at = at`,
    );
  }

  test('a day of 10,000 events lists at most 1,000 losses, and still counts all', async () => {
    await hearMany(10_000);
    const { stages, losses } = await world.reconcile();
    expect(stages.slice(1, 4).map(({ count }) => count)).toEqual([10_000, 8_500, 8_500]);
    expect(losses.length).toBeLessThanOrEqual(most);
    const lost = (reason: string) => losses.filter((loss) => loss.reason === reason);
    const sum = (reason: string) => lost(reason).reduce((total, { count }) => total + count, 0);
    expect([sum('no_direction'), sum('unreadable'), sum('unknown_kind')]).toEqual([500, 500, 500]);
    const shown = lost('no_direction').length - 1;
    expect(shown).toBeGreaterThan(100);
    expect(lost('no_direction').at(-1)).toMatchObject({
      event_id: null,
      count: 500 - shown,
      sentence: `And ${500 - shown} events more for the same reason`,
    });
  });
});
