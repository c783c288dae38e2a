// What happens once has one audit entry, however many callers request it at the same time.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { runOverlapping } from '../../../support/server/overlapping.ts';
import type { TestAnswer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';
import { startWorld, type World } from '../../features/presence/world.ts';

const start = '2031-03-12 12:00';

describe.each(databases)('on $name', ({ create }) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(create, start);
    await world.addDoor('Main gate', 'Quay 1');
    await world.employ('Anna');
    await world.punch('Anna', 'Main gate', 'in', '2031-03-12 08:00');
  });
  afterAll(() => world.server.stop());

  const eightTimes = (ask: () => Promise<TestAnswer>) =>
    runOverlapping(world.server.db, ...Array.from({ length: 8 }, () => ask));
  const entries = async (action: string) => (await auditEntries(world.server.db, action)).length;

  test('the start and the end of a roll call', async () => {
    const begun = await eightTimes(() => world.ask('POST /roll-calls', { company_id: world.company }));
    expect(begun.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
    const [roll_call, ...others] = begun.map(({ json }) => answerDecoder('POST /roll-calls')(json.data).roll_call);
    expect(others).toEqual(Array(7).fill(roll_call));
    expect(await entries('roll_calls.create')).toBe(1);
    if (!roll_call) throw new Error('None has begun');
    const answers = await eightTimes(() => world.ask(`POST /roll-calls/${roll_call.id}/end`));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await entries('roll_calls.edit')).toBe(1);
  });

  test('signing out', async () => {
    const token = await world.server.signIn(world.server.users.manager);
    await eightTimes(() => world.server.ask('POST /auth/logout', { token }));
    expect(await entries('auth.logout')).toBe(1);
  });

  test('an hour of reading the report of somebody, as a console reads several sections at once', async () => {
    await eightTimes(() => world.ask(`GET /employees/${world.people.Anna}/personal-data`));
    expect(await entries('privacy.report')).toBe(1);
  });
});
