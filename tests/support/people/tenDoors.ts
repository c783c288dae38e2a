// Two companies with five doors each, every door with a simulated device of a different kind that has every fault. The
// doors are set up as an administrator would.

import { allFaults } from '../../../scripts/device/faults.ts';
import { jsonMapping } from '../../../scripts/device/gateway.ts';
import { type Kind, type SimulatedDevice, simulatedDevice } from '../../../scripts/device/simulatedDevice.ts';
import { codesOf, workingDays } from '../../../scripts/device/workingDays.ts';
import { createChance } from '../../../server/app/sample/random.ts';
import { one, sql } from '../../../server/platform/db/db.ts';
import type { DeviceRules, DirectionRule } from '../../../src/shared/contract/devices.ts';
import type { DeviceServer } from '../devices/devices.ts';
import { type Door, readers } from './attendanceOracle.ts';

export const businessZone = 'Europe/Berlin';

interface DoorPlan {
  readonly kind: Kind;
  readonly rule: DirectionRule;
  readonly zone?: string;
  readonly repeatSeconds?: number;
  readonly drift?: number;
}

const companies: readonly (readonly [DoorPlan, ...DoorPlan[]])[] = [
  [
    { kind: 'zkteco', rule: 'key', repeatSeconds: 60 },
    { kind: 'zkteco-acc', rule: 'reader', drift: -95 },
    { kind: 'hikvision', rule: 'out', repeatSeconds: 30 },
    { kind: 'webhook', rule: 'key' },
    { kind: 'json', rule: 'first_last', repeatSeconds: 60 },
  ],
  [
    { kind: 'zkteco', rule: 'alternating', zone: 'Asia/Kolkata', repeatSeconds: 45 },
    { kind: 'zkteco-acc', rule: 'key', repeatSeconds: 60 },
    { kind: 'hikvision', rule: 'reader', drift: 40 },
    { kind: 'webhook', rule: 'key' },
    { kind: 'json', rule: 'in', repeatSeconds: 10 },
  ],
];

/** The number of people who are not employees. */
const strangers = 2;
const people = 50;

export interface Servers {
  /** Where devices call, such as 'http://127.0.0.1:4001'. */
  devices: string;
  /** Where webhooks call. */
  console: string;
}

export interface TenDoors {
  readonly doors: readonly Door[];
  /** Approves all waiting devices. */
  approve(): Promise<void>;
}

interface Setting {
  readonly servers: Servers;
  readonly from: number;
  readonly now: () => Date;
  readonly batchSize?: number;
}

export async function setUpTenDoors({ server }: DeviceServer, setting: Setting): Promise<TenDoors> {
  const { db } = server;
  await db.run(sql`update settings set setting_value = ${businessZone} where setting_key = 'business_timezone'`);
  const doors: Door[] = [];

  /** Signs in for each call, since days pass between two. */
  async function ask(call: string, body?: object): Promise<unknown> {
    const token = await server.signIn(server.users.administrator);
    const { status, json } = await server.ask(call, { token, ...(body && { body }) });
    if (status !== 200) throw new Error(`${call} answered ${status}: ${JSON.stringify(json)}`);
    return json.data;
  }

  const addDoor = async (company: number, plan: DoorPlan) => {
    const index = doors.length;
    const { kind, rule, zone = businessZone, repeatSeconds = 0 } = plan;
    const identifier = `DOOR-${index}`;
    const { id } = await one<{ id: number }>(
      db,
      sql`insert into access_controllers (company_id, name, unique_identifier, webhook_secret, created_at)
        values (${company}, ${identifier}, ${identifier}, ${secret}, '2026-01-01 00:00:00') returning id`,
    );
    const setUpKind = kind === 'zkteco-acc' ? 'zkteco' : kind;
    const pair = () => ask(`POST /access-controllers/${id}/device/pairing`, { kind: setUpKind });
    const path =
      kind === 'webhook' ? `/webhooks/access-controllers/${identifier}` : String(Object(await pair()).secret);
    if (kind !== 'webhook') {
      const rules: DeviceRules = {
        kind: setUpKind,
        zone,
        ignores_offset: false,
        direction: rule,
        readers: rule === 'reader' ? readers : [],
        repeat_seconds: repeatSeconds,
        half_hours: 'hours',
        networks: '',
        silent_after_minutes: 10,
        counts_from: '',
        mapping: jsonMapping,
      };
      await ask(`PUT /access-controllers/${id}/device`, rules);
    }
    const device = deviceAt(setting, { kind, zone, path, index, drift: plan.drift ?? 0 });
    doors.push({ controller: id, company, device, zone, rule, repeatSeconds });
  };

  for (const [index, plans] of companies.entries()) {
    const { id: company } = await one<{ id: number }>(
      db,
      sql`insert into companies (name, unique_identifier, created_at)
        values (${`Works ${index}`}, ${`WORKS-${index}`}, '2026-01-01 00:00:00') returning id`,
    );
    for (const code of codesOf(people).slice(0, people - strangers)) {
      await db.run(
        sql`insert into employees (company_id, employee_id, name, created_at)
          values (${company}, ${code}, ${`Person ${code}`}, '2026-01-01 00:00:00')`,
      );
    }
    for (const plan of plans) await addDoor(company, plan);
  }

  return {
    doors,
    async approve() {
      const data = await ask('GET /devices/waiting');
      const waiting: readonly unknown[] = Array.isArray(data) ? data : [];
      for (const each of waiting) {
        const { id, serial } = Object(each);
        const door = doors.find(({ device }) => device.serial === serial);
        if (!door) continue;
        const kind = door.device.kind === 'hikvision' ? 'hikvision' : 'zkteco';
        await ask(`POST /access-controllers/${door.controller}/device/pairing`, { kind });
        await ask(`POST /access-controllers/${door.controller}/device/approve`, { device_id: id });
      }
    },
  };
}

const secret = 'a secret of the webhook, long enough';

interface DeviceThere {
  readonly kind: Kind;
  readonly zone: string;
  readonly path: string;
  readonly index: number;
  readonly drift: number;
}

function deviceAt({ servers, from, now, batchSize }: Setting, { kind, zone, path, index, drift }: DeviceThere) {
  return simulatedDevice({
    kind,
    server: () => (kind === 'webhook' ? servers.console : servers.devices),
    serial: kind === 'hikvision' ? `A4:D5:C2:24:DD:0${index}` : `SIM424110007${index}`,
    path,
    secret,
    zone,
    drift,
    // A webhook never reuses an event ID, so its numbers do not restart.
    faults: allFaults.filter((fault) => kind !== 'webhook' || fault !== 'numbers-restart'),
    seed: 100 + index,
    from,
    now,
    patience: 20,
    ...(batchSize !== undefined && { batchSize }),
  });
}

/** The punches of 50 people by day, each at a door of their company. */
export function punchesOf(doors: readonly Door[], { from, days }: { from: number; days: number }) {
  const chance = createChance(20_261_001);
  const byDay: { readonly door: Door; readonly punch: Parameters<SimulatedDevice['punch']>[0] }[][] = [];
  const ids = [...new Set(doors.map(({ company }) => company))];
  for (const punch of workingDays({ codes: codesOf(people), from, days, chance })) {
    const company = ids[Number(punch.code) % ids.length];
    const [first, ...others] = doors.filter((door) => door.company === company);
    if (!first) continue;
    const picked = chance.pick([first, ...others]);
    // Hikvision devices send each event separately, which takes a test long.
    const door = picked.device.kind === 'hikvision' && chance.percent(70) ? first : picked;
    const isGuess = door.rule === 'alternating' || door.rule === 'first_last';
    const key = isGuess || chance.percent(8) ? 'none' : punch.key;
    const day = Math.floor((punch.at - from) / 86_400_000);
    byDay[day] = [...(byDay[day] ?? []), { door, punch: { ...punch, key } }];
  }
  return byDay;
}
