// A company with doors whose devices send facts straight to the intake, without a wire.

import {
  approvedDevice,
  type DeviceRow,
  devicesWhere,
  rulesOf,
} from '../../../../../server/features/controllers/device/deviceRows.ts';
import {
  answerOnly,
  type DeviceFact,
  type ParsedRequest,
  textAnswer,
} from '../../../../../server/features/devices/drivers/driver.ts';
import { storeRequest } from '../../../../../server/features/devices/intake/storeRequest.ts';
import { type Db, one, sql } from '../../../../../server/platform/db/db.ts';
import type { DirectionRule } from '../../../../../src/shared/contract/devices.ts';

export interface DoorOptions {
  readonly zone?: string;
  readonly direction?: DirectionRule;
  readonly readers?: readonly { reader: string; direction: 'in' | 'out' }[];
  readonly repeatSeconds?: number;
  readonly setUpAt?: string;
  readonly state?: DeviceRow['state'];
}

export interface Door {
  readonly controllerId: number;
  readonly deviceId: number;
}

/** Reads '7 in 2026-11-20 08:00:00', by the device's clock; 'none' is an event without direction. */
export function fact(text: string, more: Partial<DeviceFact> = {}): DeviceFact {
  const [code = '', way = '', day = '', time = ''] = text.split(' ');
  return {
    number: null,
    code,
    localTime: `${day} ${time}`,
    offsetMinutes: null,
    kind: 'ATTLOG',
    direction: way === 'in' ? '0' : way === 'out' ? '1' : '255',
    meaning: way === 'in' || way === 'out' ? way : undefined,
    reader: '',
    verify: '1',
    passed: 'yes',
    isReplay: false,
    raw: text,
    problem: '',
    ...more,
  };
}

export async function createCompany(db: Db, name = 'Harbour') {
  const { id: companyId } = await one<{ id: number }>(
    db,
    sql`insert into companies (name, unique_identifier, created_at) values (${name}, ${name}, '2026-01-01 00:00:00')
      returning id`,
  );
  let doors = 0;

  async function hear(
    { controllerId, deviceId }: Door,
    facts: readonly DeviceFact[],
    at: string,
    more: Partial<ParsedRequest> = {},
  ) {
    const rules = await rulesOf(db, controllerId);
    const [device] = await devicesWhere(db, sql`id = ${deviceId}`);
    if (!rules || !device) throw new Error('The door has no rules or no device');
    const hearing = { device, controllerId, companyId, rules };
    const heard = { ...answerOnly(textAnswer('OK')), facts, ...more };
    await storeRequest(db, { ...hearing, zone: rules.zone }, heard, new Date(`${at.replace(' ', 'T')}Z`));
  }

  return {
    companyId,
    hear,

    async addDoor(options: DoorOptions = {}): Promise<Door> {
      const { zone = 'UTC', direction = 'key', readers = [], repeatSeconds = 0, state = 'approved' } = options;
      const { setUpAt = '2026-01-01 00:00:00' } = options;
      const { id: controllerId } = await one<{ id: number }>(
        db,
        sql`insert into access_controllers (company_id, name, unique_identifier, is_active, created_at)
          values (${companyId}, ${`Door ${++doors}`}, ${`${name} ${doors}`}, true, ${setUpAt}) returning id`,
      );
      await db.run(
        sql`insert into device_rules (controller_id, kind, zone, direction, readers, repeat_seconds, set_up_at)
          values (${controllerId}, 'zkteco', ${zone}, ${direction}, ${JSON.stringify(readers)}, ${repeatSeconds}, ${setUpAt})`,
      );
      const { id: deviceId } = await one<{ id: number }>(
        db,
        sql`insert into devices (kind, identity, serial, controller_id, state, first_heard_at, last_heard_at)
          values ('zkteco', ${`${name} ${doors}`}, 'SN', ${controllerId}, ${state}, ${setUpAt}, ${setUpAt}) returning id`,
      );
      return { controllerId, deviceId };
    },

    async employ(number: string, personName = `Person ${number}`): Promise<number> {
      const { id } = await one<{ id: number }>(
        db,
        sql`insert into employees (company_id, employee_id, name, created_at)
          values (${companyId}, ${number}, ${personName}, '2026-01-01 00:00:00') returning id`,
      );
      return id;
    },

    device: ({ controllerId }: Door) => approvedDevice(db, controllerId),

    /** The attendance in UTC, by time: '7 in 2026-11-20 08:00:00'. */
    async attendance(code?: string): Promise<string[]> {
      const rows = await db.all<{ employee_code: string; event_type: string; occurred_at: string }>(
        sql`select employee_code, event_type, occurred_at from attendance
          where company_id = ${companyId} and ${code === undefined ? sql`true` : sql`employee_code = ${code}`}
          order by occurred_at, employee_code, event_type`,
      );
      return rows.map(
        ({ employee_code, event_type, occurred_at }) =>
          `${employee_code} ${event_type === 'check-in' ? 'in' : 'out'} ${occurred_at}`,
      );
    },

    /** Each event's outcome and reason, by local time: 'repeat It repeats the event 5 seconds before'. */
    async fates({ controllerId }: Door): Promise<string[]> {
      const rows = await db.all<{ outcome: string; reason: string }>(
        sql`select outcome, reason from device_events where controller_id = ${controllerId}
          order by local_time, number, id`,
      );
      return rows.map(({ outcome, reason }) => `${outcome} ${reason}`.trim());
    },

    async notes({ controllerId }: Door): Promise<string[]> {
      const rows = await db.all<{ kind: string; sentence: string }>(
        sql`select kind, sentence from device_notes where controller_id = ${controllerId} order by id`,
      );
      return rows.map(({ kind, sentence }) => `${kind}: ${sentence}`);
    },
  };
}
