// What the device says that it holds of a day, if it can be asked and was.

import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { approvedDevice } from '../../controllers/device/deviceRows.ts';
import { driverOf } from '../drivers/drivers.ts';
import type { DeviceDay } from './deviceDay.ts';

/** cannot: such a device cannot be asked. */
export type Asked = 'no' | 'waiting' | 'answered' | 'not_supported' | 'cannot';

export interface AskedCount {
  readonly asked: Asked;
  /** When it was asked last, or answered that; empty if never. An instant. */
  readonly askedAt: string;
  /** The newest number that it answered. */
  readonly said: Said | undefined;
  /** Whether it can be told to send something again. */
  readonly canResend: boolean;
}

export interface Said {
  readonly deviceId: number;
  readonly count: number;
  /** An instant. */
  readonly at: string;
}

interface Row {
  device_id: number;
  created_at: string;
  answered_at: string | null;
  return_code: number | null;
  answer: string;
}

export async function askedCount(queries: Queries, { controllerId, day }: DeviceDay): Promise<AskedCount> {
  const device = await approvedDevice(queries, controllerId);
  const rows = await queries.all<Row>(
    sql`select device_id, device_commands.created_at, answered_at, return_code, answer
      from device_commands join devices on devices.id = device_id
      where controller_id = ${controllerId} and device_commands.kind = 'count' and day = ${day}
      order by device_commands.id desc limit 100`,
  );
  const canResend = device !== undefined && driverOf(device.kind)?.commandText !== undefined;
  const said = rows.flatMap(saidIn)[0];
  const [newest] = rows;
  if (!newest) return { asked: canResend ? 'no' : 'cannot', askedAt: '', said, canResend };
  if (newest.answered_at === null) return { asked: 'waiting', askedAt: newest.created_at, said, canResend };
  const asked = saidIn(newest).length > 0 ? 'answered' : 'not_supported';
  return { asked, askedAt: newest.answered_at, said, canResend };
}

function saidIn({ device_id, answered_at, return_code, answer }: Row): Said[] {
  const isNumber = answered_at !== null && (return_code ?? 0) >= 0 && /^\d{1,9}$/.test(answer);
  return isNumber ? [{ deviceId: device_id, count: Number(answer), at: answered_at }] : [];
}
