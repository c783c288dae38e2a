// The attendance that devices' punches must lead to, computed from what the devices really stored and from their
// controllers' rules, independently of the server's code.

import type { Held } from '../../../scripts/device/memory.ts';
import type { SimulatedDevice } from '../../../scripts/device/simulatedDevice.ts';
import { type Db, sql } from '../../../server/platform/db/db.ts';
import type { DirectionRule } from '../../../src/shared/contract/devices.ts';

export interface Door {
  readonly controller: number;
  readonly company: number;
  readonly device: SimulatedDevice;
  readonly zone: string;
  readonly rule: DirectionRule;
  readonly repeatSeconds: number;
}

/** When all devices were set up, and the zone of the business, as the rules mean them. */
interface Circumstances {
  readonly setUpAt: number;
  readonly zone: string;
}

interface Pass {
  readonly door: Door;
  readonly code: string;
  readonly at: number;
  readonly way: 'in' | 'out' | undefined;
}

/** Where the reader decides the direction, 1 means in and 2 means out. */
export const readers = [
  { reader: '1', direction: 'in' as const },
  { reader: '2', direction: 'out' as const },
];

/** The expected records as 'controller code instant type', sorted. */
export function expectedAttendance(doors: readonly Door[], circumstances: Circumstances): string[] {
  const passes = doors.flatMap((door) => passesOf(door, circumstances));
  const people = Map.groupBy(passes, ({ door, code }) => `${door.company} ${code}`);
  return [...people.values()].flatMap((own) => recordsOf(own, circumstances.zone)).sort();
}

function passesOf(door: Door, { setUpAt }: Circumstances): Pass[] {
  const earliest = door.device.kind === 'webhook' ? Date.UTC(2000, 0, 1) : setUpAt - 24 * 3_600_000;
  return door.device.held
    .filter(({ code }) => code !== '')
    .map((held) => ({ door, code: held.code, at: instantOf(door, held), way: wayOf(door, held) }))
    .filter(({ at }) => at >= earliest);
}

/** The earliest moment at which a local clock shows that time. */
function instantOf({ device, zone }: Door, held: Held): number {
  const local = Date.parse(`${held.shown.replace(' ', 'T')}Z`);
  if (device.saysOffset(held)) return local - held.offset * 60_000;
  const offsets = [-1, 1].map((days) => offsetAt(zone, local + days * 86_400_000));
  const moments = offsets.map((offset) => local - offset).sort((one, other) => one - other);
  return moments.find((moment) => moment + offsetAt(zone, moment) === local) ?? local;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The zone's local time as 'YYYY-MM-DD HH:MM:SS'. */
function clockIn(zone: string, at: number): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return format.format(at);
}

const offsetAt = (zone: string, at: number): number => Date.parse(`${clockIn(zone, at).replace(' ', 'T')}Z`) - at;

function wayOf({ device, rule }: Door, { key }: Held): Pass['way'] {
  if (device.kind === 'webhook') return key === 'out' ? 'out' : 'in';
  if (rule === 'in' || rule === 'out') return rule;
  if (rule === 'reader') return key === 'out' ? 'out' : 'in';
  return rule === 'alternating' || rule === 'first_last' || key === 'none' ? undefined : key;
}

/** One person's attendance in one company. */
function recordsOf(passes: readonly Pass[], zone: string): string[] {
  const records: string[] = [];
  const lastAt = new Map<string, number>();
  const came = new Set<string>();
  let last: { readonly day: string; readonly way: 'in' | 'out' } | undefined;
  for (const pass of passes.toSorted((one, other) => one.at - other.at)) {
    const { door, code, at } = pass;
    const isGuess = (door.rule === 'alternating' || door.rule === 'first_last') && door.device.kind !== 'webhook';
    if (!isGuess && !pass.way) continue;
    const line = `${door.controller} ${isGuess ? '' : pass.way}`;
    const before = lastAt.get(line);
    lastAt.set(line, at);
    if (before !== undefined && at - before <= door.repeatSeconds * 1_000 && door.device.kind !== 'webhook') continue;
    const day = clockIn(zone, at).slice(0, 10);
    const isThere = door.rule === 'first_last' ? came.has(day) : last?.day === day && last.way === 'in';
    const way = pass.way ?? (isThere ? 'out' : 'in');
    last = { day, way };
    if (way === 'in') came.add(day);
    records.push(
      `${door.controller} ${code} ${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} check-${way}`,
    );
  }
  return records;
}

// The stored attendance at these doors, in the oracle's form.
export async function attendanceAt(db: Db, doors: readonly Door[]): Promise<string[]> {
  const rows = await db.all<{ controller: number; code: string; at: string; type: string }>(
    sql`select access_controller_id as controller, employee_code as code, occurred_at as at, event_type as type
      from attendance where access_controller_id in (${doors.map(({ controller }) => controller)})`,
  );
  return rows.map(({ controller, code, at, type }) => `${controller} ${code} ${at} ${type}`).sort();
}
