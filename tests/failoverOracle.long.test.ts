// The oracle of `npm run failover` must notice what it exists for. Its records come from a release's data in a real
// file, in which something is then changed.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Clock, expectRelease, facts, placeRelease } from '../scripts/failover/life/installation.ts';
import { nothingSeen, type Seen } from '../scripts/failover/load.ts';
import { Oracle } from '../scripts/failover/oracle.ts';
import { type ClockEvent, recordsOfFile } from '../scripts/failover/stored.ts';

let folder: string;
let file: string;
let oracle: Oracle;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rollcall-oracle-'));
  file = placeRelease(path.join(folder, 'data'));
  oracle = new Oracle();
  expectRelease(oracle, file);
});
afterEach(() => rmSync(folder, { recursive: true }));

function change(...statements: string[]): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  for (const statement of statements) database.exec(statement);
  database.close();
}

const columns = 'company_id, employee_code, access_controller_id, event_id, event_type, occurred_at, created_at';
const store = ({ id, employee, type, at }: ClockEvent): string =>
  `insert into attendance (${columns}) values (1, '${employee}', 1, '${id}', '${type}', '${at}', '${at}')`;
const compared = () => oracle.compareRecords(recordsOfFile(file));
const none = { lost: 0, doubled: 0, different: 0 };

const event: ClockEvent = {
  id: 'event-1',
  company: facts.sent['00103'][0]?.split('/')[0] ?? '',
  employee: '00104',
  type: 'check-in',
  at: '2026-11-24 08:00:00',
};
const seen = (fields: Partial<Seen>): Seen => ({ ...nothingSeen(), ...fields });
const acknowledged = new Map([[event.id, event]]);
const unanswered = acknowledged;

test.each([
  ['nothing', [], none],
  ['a record that is gone', ['delete from attendance where id = 9'], { ...none, lost: 1 }],
  [
    'a record that is there twice',
    [`insert into attendance (${columns}) select ${columns} from attendance where id = 9`],
    { ...none, doubled: 1 },
  ],
  [
    'another time',
    ["update attendance set occurred_at = '2026-11-24 00:01:01' where id = 9"],
    { ...none, lost: 1, different: 1 },
  ],
  ['another company', ['update attendance set company_id = 2 where id = 9'], { ...none, lost: 1, different: 1 }],
  ['a mark that was never made', ['update attendance set is_processed = 1 where id = 9'], { ...none, different: 1 }],
  ['a record that was never sent', [store(event)], { ...none, different: 1 }],
])('in what a release left it finds %s', (_, statements, comparison) => {
  change('drop index attendance_by_second', ...statements);
  expect(compared()).toEqual(comparison);
});

test.each([
  ['acknowledged, and not stored', { acknowledged }, [], { ...none, lost: 1 }],
  ['acknowledged and stored', { acknowledged }, [store(event)], none],
  ['stored for somebody else', { acknowledged }, [store({ ...event, employee: '00103' })], { ...none, different: 1 }],
  ['not answered, and not stored', { unanswered }, [], none],
  ['not answered, and stored', { unanswered }, [store(event)], none],
  [
    'not answered, and stored as something else',
    { unanswered },
    [store({ ...event, type: 'check-out' })],
    { ...none, different: 1 },
  ],
  ['marked, and not there', { acknowledged, marked: new Set([event.id]) }, [store(event)], { ...none, lost: 1 }],
  ['perhaps marked', { acknowledged, perhapsMarked: new Set([event.id]) }, [store(event)], none],
])('of an event that was %s it says so', (_, fields, statements, comparison) => {
  oracle.learn(seen(fields));
  change(...statements);
  expect(compared()).toEqual(comparison);
});

test('records removed by a retention rule are not lost, and records that it left behind are wrong', () => {
  expect(oracle.forgetBefore('2026-11-24 00:00:00')).toBe(8);
  expect(compared()).toEqual({ ...none, different: 8 });
  change("delete from attendance where occurred_at < '2026-11-24 00:00:00'");
  expect(compared()).toEqual(none);
});

test('an HR system has each event of its company once, also of two that are equal to the second', () => {
  oracle = new Oracle();
  oracle.delivers(event.company);
  const twin = { ...event, id: 'event-2' };
  const other = { ...event, id: 'event-3', company: 'CMP-OTHER' };
  oracle.learn(seen({ acknowledged: new Map([event, twin, other].map((each) => [each.id, each])) }));
  expect(oracle.compareDeliveries([event])).toEqual(none);
  expect(oracle.compareDeliveries([])).toEqual({ ...none, lost: 1 });
  expect(oracle.compareDeliveries([event, twin])).toEqual({ ...none, doubled: 1 });
  expect(oracle.compareDeliveries([event, other])).toEqual({ ...none, different: 1 });
  oracle.forgetBefore('2026-12-01 00:00:00');
  expect(oracle.compareDeliveries([event])).toEqual(none);
});

test('it knows which deliveries of a release are still to come', () => {
  const records = recordsOfFile(file);
  const toCome = records.filter(
    ({ employee, at }) => employee !== '00999' && (employee === '00103' || !at.startsWith(facts.day)),
  );
  expect(toCome).toHaveLength(8);
  expect(oracle.compareDeliveries(toCome)).toEqual(none);
  expect(oracle.compareDeliveries(records)).toEqual({ ...none, different: 8 });
});

test('a server of the rehearsal has its clock, and months pass on it', () => {
  const clock = new Clock();
  clock.passMonths(3);
  const { stdout } = spawnSync(process.execPath, ['-p', 'JSON.stringify([new Date(), Date.now(), new Date(0)])'], {
    env: { ...process.env, ...clock.variables() },
    encoding: 'utf8',
  });
  const [date, now, beginning]: [string, number, string] = JSON.parse(stdout);
  expect(date.slice(0, 13)).toBe(clock.now().toISOString().slice(0, 13));
  expect(new Date(now).toISOString().slice(0, 13)).toBe(date.slice(0, 13));
  expect(date.slice(11, 13)).toBe('12');
  expect(beginning).toBe('1970-01-01T00:00:00.000Z');
});
