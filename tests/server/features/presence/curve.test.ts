// The curve of people in the building: today until now, and the mean of the same weekday in earlier weeks.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startWorld, type World } from './world.ts';

describe.each(databases)('on $name', ({ create }) => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld(create, '2031-03-12 12:10');
    const { employ, addDoor, punch } = world;
    await addDoor('Gate', 'Quay');
    for (const name of ['Anna', 'Berta', 'Carl', 'Doris']) await employ(name);
    await punch('Anna', 'Gate', 'in', '2031-03-12 08:10');
    await punch('Berta', 'Gate', 'in', '2031-03-12 06:00');
    await punch('Berta', 'Gate', 'out', '2031-03-12 11:00');
    // A night shift from the previous evening.
    await punch('Carl', 'Gate', 'in', '2031-03-11 22:00');
    await punch('Carl', 'Gate', 'out', '2031-03-12 06:05');
    // The same weekday: two people a week before and one two weeks before; other weeks have no events.
    for (const name of ['Anna', 'Berta']) {
      await punch(name, 'Gate', 'in', '2031-03-05 09:00');
      await punch(name, 'Gate', 'out', '2031-03-05 17:00');
    }
    await punch('Anna', 'Gate', 'in', '2031-02-26 08:00');
    await punch('Anna', 'Gate', 'out', '2031-02-26 17:00');
    // Never checked out, so it is unknown until when.
    await punch('Doris', 'Gate', 'in', '2031-02-26 08:00');
  });
  afterAll(() => world.server.stop());

  const curve = async (token = world.token) => {
    const { json } = await world.ask('GET /presence/curve', undefined, token);
    return answerDecoder('GET /presence/curve')(json.data);
  };

  test('counts who is in every half an hour until now, and knows nothing of what is to come', async () => {
    const { day, points } = await curve();
    expect(day).toBe('2031-03-12');
    expect(points).toHaveLength(48);
    const at = (time: string) => points.find((point) => point.time === time)?.in;
    expect(['00:00', '06:00', '06:30', '08:30', '10:30', '11:00', '12:00'].map(at)).toEqual([1, 2, 1, 2, 2, 1, 1]);
    expect(['12:30', '23:30'].map(at)).toEqual([null, null]);
  });

  test('usual is the mean of the days of that weekday that had events', async () => {
    const { usual_days, points } = await curve();
    expect(usual_days).toBe(2);
    const at = (time: string) => points.find((point) => point.time === time)?.usual;
    expect(['07:30', '08:30', '12:00', '17:00'].map(at)).toEqual([0, 1, 2, 0]);
  });

  test('follows events and deletions at once', async () => {
    const at = async (time: string) => {
      const point = (await curve()).points.find((each) => each.time === time);
      return [point?.in, point?.usual];
    };
    expect(await at('11:30')).toEqual([1, 2]);
    await world.punch('Doris', 'Gate', 'in', '2031-03-12 09:00');
    expect(await at('11:30')).toEqual([2, 2]);
    await world.ask(`DELETE /employees/${world.people.Doris}`);
    expect(await at('11:30')).toEqual([1, 2]);
  });

  test('goes by the wall clock on a day on which clocks change', async () => {
    // At eight o'clock on two Sundays; clocks go forward on the second.
    await world.punch('Berta', 'Gate', 'in', '2031-03-23 08:00');
    await world.punch('Berta', 'Gate', 'out', '2031-03-23 17:00');
    await world.punch('Berta', 'Gate', 'in', '2031-03-30 07:00');
    world.setClock('2031-03-30 11:10');
    const { day, points } = await curve(await world.server.signIn(world.server.users.administrator));
    const at = (time: string) => points.find((point) => point.time === time);
    expect(day).toBe('2031-03-30');
    expect(['07:30', '08:00', '12:00', '12:30'].map((time) => at(time)?.in)).toEqual([0, 1, 1, null]);
    expect(['07:30', '08:00', '16:30', '17:00'].map((time) => at(time)?.usual)).toEqual([0, 1, 1, 0]);
    world.setClock('2031-03-12 12:10');
  });

  test('has only the companies that the caller sees', async () => {
    const token = await world.server.signIn(world.server.users.manager);
    expect((await curve(token)).points.every((point) => !point.in && point.usual === 0)).toBe(true);
  });
});
