// Properties of every plan, checked on a thousand random days that are the same in each run.

import { expect, test } from 'vitest';
import { type Chance, createChance } from '../../../../server/app/sample/random.ts';
import type { HrRules } from '../../../../server/features/hr/connection/connectionQueries.ts';
import { changesBetween, dayStatusOf, detailOf } from '../../../../server/features/hr/dryRun.ts';
import { planDay, plannedRecords } from '../../../../server/features/hr/plan/planDay.ts';
import type { HrDay, HrRecord } from '../../../../server/features/hr/plan/types.ts';
import { allRecords, dayOf, defaults, utc } from './planSupport.ts';

const seeds = Array.from({ length: 1_000 }, (_, index) => index + 1);

function randomDay(chance: Chance): HrDay {
  const time = () => `${String(chance.whole(0, 23)).padStart(2, '0')}:${chance.pick(['00', '00', '15', '40'])}`;
  const line = () => `${chance.pick(['001', '002', '?9'])} ${chance.pick(['in', 'out'])} ${time()}`;
  const lines = (most: number) => Array.from({ length: chance.whole(0, most) }, line);
  return dayOf(lines(12), { now: time(), before: lines(3) });
}

function randomRules(chance: Chance): HrRules {
  return {
    ...chance.pick([defaults, allRecords]),
    lunch_break_detection: chance.percent(80),
    auto_detect_breaks: chance.percent(60),
    sync_time_threshold_hour: chance.whole(0, 23),
  };
}

/** Checks each random day. A failure names its seed, which reproduces the day. */
function forEachSeed(check: (chance: Chance) => void): void {
  for (const seed of seeds) {
    try {
      check(createChance(seed));
    } catch (error) {
      throw new Error(`with seed ${seed}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }
}

const sentIds = (day: HrDay, rules: HrRules) =>
  plannedRecords(planDay(day, rules)).flatMap(({ record, decision }) => (decision.kind === 'held' ? [] : [record.id]));

test('decides once about every record, and the counts add up to the total', () => {
  forEachSeed((chance) => {
    const [day, rules] = [randomDay(chance), randomRules(chance)];
    const plan = planDay(day, rules);
    const ids = plannedRecords(plan).map(({ record }) => record.id);
    expect(ids.sort()).toEqual(day.records.map(({ id }) => id).sort());
    for (const detail of plan.map((employee) => detailOf(employee, rules, utc))) {
      const { clock_ins_to_send, clock_outs_to_send, already_sent = 0, held_back = [] } = detail;
      expect(clock_ins_to_send + clock_outs_to_send + already_sent + held_back.length).toBe(detail.total_records);
      expect(held_back.every(({ reason, sentence }) => reason && sentence)).toBe(true);
    }
    const { total_records, synced, failed, pending, held_back } = dayStatusOf(plan);
    expect(synced + failed + pending + held_back).toBe(total_records);
    expect(total_records).toBe(day.records.length);
  });
});

test('makes the same plan whatever the order of the records', () => {
  forEachSeed((chance) => {
    const [day, rules] = [randomDay(chance), randomRules(chance)];
    const shuffled = { ...day, records: [...day.records].reverse(), recordsBefore: [...day.recordsBefore].reverse() };
    expect(planDay(shuffled, rules)).toEqual(planDay(day, rules));
    expect(changesBetween(planDay(day, rules), planDay(day, rules), utc)).toEqual([]);
  });
});

test('never takes back a sent record when records arrive, time passes or the configuration changes', () => {
  forEachSeed((chance) => {
    const whole = randomDay(chance);
    const states = new Map<number, HrRecord['delivery']>();
    const known: HrRecord[] = [];
    for (const record of whole.records) {
      known.push(record);
      const now = chance.percent(50) ? whole.now : '2026-05-13 00:00:00';
      const records = known.map((one) => ({ ...one, delivery: states.get(one.id) ?? 'none' }));
      const given = sentIds({ ...whole, now, records }, randomRules(chance));
      for (const [id, state] of states) if (state !== 'retryNeeded') expect(given).toContain(id);
      for (const id of given) states.set(id, chance.pick(['waiting', 'accepted', 'accepted']));
    }
  });
});

test('sends at most one check-in with first_last, and everything known with all_records, once the day is over', () => {
  forEachSeed((chance) => {
    const day = { ...randomDay(chance), now: '2026-05-13 00:00:00' };
    for (const { records } of planDay(day, defaults)) {
      const sent = records.filter(({ decision }) => decision.kind === 'send');
      expect(sent.filter(({ record }) => record.event_type === 'check-in').length).toBeLessThanOrEqual(1);
    }
    const held = plannedRecords(planDay(day, allRecords)).flatMap(({ record, decision }) =>
      decision.kind === 'held' && record.employee ? [decision.reason] : [],
    );
    expect(held.filter((reason) => reason !== 'duplicate')).toEqual([]);
  });
});

test('plans each employee independently of the others', () => {
  forEachSeed((chance) => {
    const [day, rules] = [randomDay(chance), randomRules(chance)];
    const isMine = (record: HrRecord) => record.employee_code === '001';
    const alone = { ...day, records: day.records.filter(isMine), recordsBefore: day.recordsBefore.filter(isMine) };
    const mine = planDay(day, rules).filter(({ employeeNumber }) => employeeNumber === '001');
    expect(planDay(alone, rules)).toEqual(mine);
  });
});

test('corrections never give an HR system a second check-in by themselves', () => {
  forEachSeed((chance) => {
    const day = { ...randomDay(chance), now: '2026-05-13 00:00:00' };
    const sent = new Set(sentIds(day, defaults));
    const known = day.records.map((record): HrRecord => {
      const delivery = sent.has(record.id) ? 'accepted' : 'none';
      return { ...record, delivery, isSetAside: chance.percent(25) };
    });
    const added = randomDay(chance).records.map((record) => ({ ...record, id: record.id + 1_000, isManual: true }));
    const ids = sentIds({ ...day, records: [...known, ...added] }, defaults);
    const checkIns = [...known, ...added].filter(({ id, event_type }) => event_type === 'check-in' && ids.includes(id));
    for (const ofEmployee of Map.groupBy(checkIns, ({ employee_code }) => employee_code).values()) {
      expect(ofEmployee).toHaveLength(1);
    }
  });
});
