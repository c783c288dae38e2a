// Whatever happened to a day's events, the count of each stage and the losses before the next add up, and no event is
// forgotten. Days have random faults; a failure names the day that reproduces it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chance, createChance } from '../../../../server/app/sample/random.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import type { DeviceOutcome, Reconciliation } from '../../../../src/shared/contract/deviceEvents.ts';
import { databases } from '../../../support/server/databases.ts';
import { type HeardDay, startHeardDay } from './heardDay.ts';

const today = '2031-03-21';
const days = Array.from({ length: 20 }, (_, index) => `2031-03-${String(index + 1).padStart(2, '0')}`);
const people = ['001', '002', '003', '004', '005', '006'];
const codes = ['001', '002', '003', '004', '005', '006', '77', '78'] as const;
const misread = ['unreadable', 'implausible_time', 'unknown_kind', 'no_direction', 'refused', 'parked'] as const;
const harmless = ['not_passed', 'no_person', 'repeat'] as const;
const behaviours = ['well', 'error:503', 'cut', 'lose', 'partial', 'reject:002,004', 'refuse:003'] as const;

/** The expected result of a random day, counted while it is made. */
interface Planted {
  readonly outcomes: Map<DeviceOutcome, number>;
  fromBefore: number;
  skipped: number;
  setAside: number;
}

async function plantDay(world: HeardDay, chance: Chance, day: string): Promise<Planted> {
  const { hear, server, company, token, receiver } = world;
  const planted: Planted = { outcomes: new Map(), fromBefore: 0, skipped: 0, setAside: 0 };
  const generation = Number(day.slice(8));
  const hasNumbers = chance.percent(60);
  let number = 0;
  let second = 6 * 3_600;
  const stored: { code: string; at: string }[] = [];

  const count = (outcome: DeviceOutcome) => planted.outcomes.set(outcome, (planted.outcomes.get(outcome) ?? 0) + 1);
  function nextNumber() {
    if (!hasNumbers) return {};
    // Numbers before the first one are unknown, so none counts as skipped.
    const skipped = number > 0 && chance.percent(10) ? chance.whole(1, 5) : 0;
    planted.skipped += skipped;
    number += 1 + skipped;
    return { number, generation };
  }

  async function plantEvent(at: string): Promise<void> {
    const code = chance.pick(codes);
    const kind = chance.whole(0, 99);
    const twice = stored.at(-1);
    if (kind < 30) {
      const outcome = chance.pick(misread);
      const clock = { unreadable: '', implausible_time: '2000-01-01 00:00:01' };
      const local = outcome === 'unreadable' || outcome === 'implausible_time' ? clock[outcome] : at;
      await hear({ ...nextNumber(), code, at: local, receivedAt: at, outcome });
      count(outcome);
    } else if (kind < 45) {
      const outcome = chance.pick(harmless);
      await hear({ ...nextNumber(), code, at, outcome });
      count(outcome);
    } else if (kind < 50 && twice) {
      await hear({ ...twice, outcome: 'known', isFromWebhook: true });
      count('known');
    } else if (kind < 60) {
      await world.punch(code, chance.pick(['in', 'out']), at);
      planted.fromBefore += 1;
    } else {
      const { record } = await hear({
        ...nextNumber(),
        code,
        at,
        type: chance.pick(['in', 'out']),
        outcome: 'attendance',
      });
      count('attendance');
      stored.push({ code, at });
      if (chance.percent(10)) {
        await world.setAside(record, day);
        planted.setAside += 1;
      }
    }
  }

  for (let left = chance.whole(5, 40); left > 0; left--) {
    second += chance.whole(1, 1_200);
    await plantEvent(`${day} ${new Date(second * 1_000).toISOString().slice(11, 19)}`);
    if (chance.percent(12)) {
      await receiver.behave(chance.pick(behaviours));
      await server.ask(`POST /hr-sync/companies/${company}`, { token, body: { date: day } });
    }
  }
  return planted;
}

/** Compares each stage with the one before it. */
function expectToAddUp({ stages, losses }: Reconciliation): void {
  for (const [index, { stage, count, adjustment }] of stages.entries()) {
    const before = stages[index - 1]?.count ?? null;
    if (before === null || count === null) continue;
    const lost = losses.filter((loss) => loss.stage === stage).reduce((sum, loss) => sum + loss.count, 0);
    expect(`${stage} ${before - lost + adjustment}`).toBe(`${stage} ${count}`);
  }
}

describe.each(databases)('on $name', ({ create }) => {
  let world: HeardDay;

  beforeAll(async () => {
    world = await startHeardDay(create, { day: today, people });
  });
  afterAll(() => world.stop());

  test.each(days)('the counts of %s add up, and no event is forgotten', async (day) => {
    const chance = createChance(days.indexOf(day));
    const { outcomes, fromBefore, skipped, setAside } = await plantDay(world, chance, day);
    const had = (...wanted: readonly DeviceOutcome[]) =>
      wanted.reduce((sum, outcome) => sum + (outcomes.get(outcome) ?? 0), 0);
    const received = had(...outcomes.keys());
    const wasAsked = chance.percent(70);
    if (wasAsked) {
      const text = String(Math.max(0, received + chance.whole(-10, 10)));
      await world.askCount(day, `${day} ${chance.pick(['10:00:00', '21:00:00'])}`, { code: 0, text });
    }

    const found = await world.reconcile(day);
    expectToAddUp(found);
    const counts = Object.fromEntries(found.stages.map(({ stage, count }) => [stage, count]));
    expect(counts).toMatchObject({
      received: received + fromBefore,
      taken: had('attendance', 'known', 'repeat') + fromBefore,
    });
    const lost = (reason: string) =>
      found.losses.filter((loss) => loss.reason === reason).reduce((sum, loss) => sum + loss.count, 0);
    expect(misread.map(lost)).toEqual(misread.map((outcome) => had(outcome)));
    expect(lost('set_aside')).toBe(setAside);
    if (!wasAsked) expect(lost('number_gap')).toBe(skipped);

    const accepted = await world.server.db.all<{ id: number }>(
      sql`select attendance_id as id from hr_deliveries join attendance on attendance.id = attendance_id
        where day = ${day} and state = 'accepted' and set_aside_by is null`,
    );
    expect(counts.accepted).toBe(accepted.length);
    const missing = new Set(found.losses.map(({ record_id }) => record_id));
    expect(accepted.filter(({ id }) => missing.has(id))).toEqual([]);
  });
});
