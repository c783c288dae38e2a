// Checks of working time: who sets them, where they appear, and that they change neither hours nor closed months.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { noLimits, workingTimeLaws } from '../../../../src/shared/day/workingTimeLaws.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';

const now = new Date('2031-03-20T18:00:00Z');
const rules = { starts_at: '00:00', repeat_seconds: 60, needs_second_person: false };

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;
  let lateCheckOut: number;

  beforeAll(async () => {
    workforce = await startWorkforce(create, now);
    const { employ, punch } = workforce;
    await employ('Anna');
    for (const day of ['10', '11', '12', '13', '14', '15', '16'])
      await punch('Anna', `2031-03-${day}`, 'in 08:00', 'out 12:00', 'in 12:30', 'out 17:00');
    await punch('Anna', '2031-03-17', 'in 03:00', 'out 14:00');
    await punch('Anna', '2031-02-28', 'in 08:00', 'out 23:00');
    await punch('Anna', '2031-03-01', 'in 06:00', 'out 08:00');
    [, lateCheckOut = 0] = await punch('Anna', '2031-01-31', 'in 08:00', 'out 23:00');
    await punch('Anna', '2031-02-01', 'in 06:00', 'out 08:00');
  });
  afterAll(() => workforce.server.stop());

  const ask = (key: string, body?: object) =>
    workforce.server.ask(key, { token: workforce.token, ...(body && { body }) });
  const save = (body: object) => ask(`PUT /companies/${workforce.company}/day-rules`, { ...rules, ...body });
  const inbox = async (query: string) => {
    const { json } = await ask(`GET /exceptions?${query}`);
    return answerDecoder('GET /exceptions')(json.data).data.map(
      ({ day, kind, sentence }) => `${day} ${kind} ${sentence}`,
    );
  };

  test('nothing is checked until limits are saved, and zeros switch it off', async () => {
    expect(await inbox('')).toEqual([]);
    expect((await save({ working_time: workingTimeLaws.de?.limits })).status).toBe(200);
    // A caller that does not know of limits leaves them unchanged.
    expect((await save({})).json.data).toMatchObject({ working_time: workingTimeLaws.de?.limits });
    expect(await inbox('')).toHaveLength(5);
    expect((await save({ working_time: noLimits })).json.data).not.toHaveProperty('working_time');
    expect(await inbox('')).toEqual([]);
  });

  test('each check says by how much, looks back over the period asked for, and waits for no answer', async () => {
    await save({ working_time: workingTimeLaws.de?.limits });
    expect(await inbox('start_date=2031-03-16&end_date=2031-03-18')).toEqual([
      '2031-03-17 short_rest From 17:00:00 to 03:00:00 are 10:00 of rest; the limit is 11:00.',
      '2031-03-17 long_day 11:00 worked; the limit is 10:00.',
      '2031-03-17 short_break 0:00 of breaks; so many hours need 0:45.',
      '2031-03-17 days_in_row Day 7 or later in a row; the limit is 6.',
      '2031-03-16 days_in_row Day 7 or later in a row; the limit is 6.',
    ]);
    expect(await inbox('kind=long_day')).toEqual(['2031-03-17 long_day 11:00 worked; the limit is 10:00.']);
    expect(await inbox('is_answered=0')).toEqual([]);
  });

  test('a long row is told alike, however many of its days are asked for', async () => {
    await save({ working_time: { ...noLimits, days_in_row: 2 } });
    const lastDay = async (first: string) =>
      (await inbox(`start_date=${first}&end_date=2031-03-17`)).filter((each) => each.startsWith('2031-03-17'));
    expect(await lastDay('2031-03-17')).toEqual(['2031-03-17 days_in_row Day 3 or later in a row; the limit is 2.']);
    expect(await lastDay('2031-03-10')).toEqual(await lastDay('2031-03-17'));
    const sheet = `GET /timesheets/${workforce.idOf('Anna')}?start_date=2031-03-01&end_date=2031-03-31`;
    expect((await ask(sheet)).json.data).toMatchObject({
      days: expect.arrayContaining([
        expect.objectContaining({
          day: '2031-03-17',
          exceptions: [expect.objectContaining({ sentence: 'Day 3 or later in a row; the limit is 2.' })],
        }),
      ]),
    });
  });

  test('limits change while a month is closed, and a correction beside it that only moves a check is made', async () => {
    await save({ working_time: workingTimeLaws.eu?.limits });
    await ask('POST /closed-months', { company_id: workforce.company, month: '2031-02' });
    expect((await save({ working_time: workingTimeLaws.de?.limits })).status).toBe(200);
    const day = 'start_date=2031-03-01&end_date=2031-03-01';
    expect(await inbox(day)).toEqual([
      '2031-03-01 short_rest From 23:00:00 to 06:00:00 are 7:00 of rest; the limit is 11:00.',
    ]);
    const { json } = await ask(`GET /timesheets/${workforce.idOf('Anna')}?${day}`);
    expect(json.data).toMatchObject({ worked_minutes: 120, days: [{ exceptions: [{ kind: 'short_rest' }] }] });

    const first = 'start_date=2031-02-01&end_date=2031-02-01';
    expect(await inbox(first)).toHaveLength(1);
    const aside = { reason: 'Not hers', corrections: [{ kind: 'set_aside', record_id: lateCheckOut }] };
    const preview = await ask('POST /corrections/preview', aside);
    expect(Object(preview.json.data).days).toMatchObject([{ day: '2031-01-31' }]);
    expect((await ask('POST /corrections', aside)).status).toBe(201);
    expect(await inbox(first)).toEqual([]);
  });

  test.each([
    { rest_minutes: 1441 },
    { longest_day_minutes: -1 },
    { days_in_row: 15 },
    { days_in_row: 1.5 },
    { breaks: Array.from({ length: 5 }, () => ({ over_minutes: 1, break_minutes: 1 })) },
  ])('bad limits are refused at their place: %j', async (bad) => {
    const { status, json } = await save({ working_time: { ...noLimits, ...bad } });
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['working_time']]);
  });
});
