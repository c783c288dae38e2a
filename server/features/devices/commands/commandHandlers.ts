// Asks a device: what it is, how many events of a day it holds, to send a day again, or to set its clock. It fetches what
// it is asked with its next call, so the answer comes later.

import { deviceKinds, kindOfDevice } from '../../../../src/shared/contract/deviceKinds.ts';
import type { Body } from '../../../../src/shared/contract/calls.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { sql } from '../../../platform/db/sql.ts';
import { conflict, invalid, notFound, tooManyAttempts } from '../../../platform/records/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { isDay } from '../../../platform/time/businessTime.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import { offsetMinutes as offsetIn, timeIn } from '../../../platform/time/zones.ts';
import { deviceController } from '../deviceController.ts';
import { approvedDevice, type DeviceRow } from '../../controllers/device/deviceRows.ts';
import { rulesOf } from '../../controllers/device/deviceRules.ts';
import { driverOf } from '../drivers/drivers.ts';
import { commandsWhere, countOpen, hasCommand, insertCommand, shownCommand } from './commandQueries.ts';

const shownAtMost = 20;
const openAtMost = 50;
const askable = deviceKinds
  .map((kind) => kindOfDevice(kind))
  .flatMap(({ name, takesCommands }) => (takesCommands ? [name] : []))
  .join(' and ');
/** Some devices take their clock from every answer too, and would be set to and fro. */
const clockMinutes = 10;

export const commandHandlers = {
  'GET /access-controllers/{id}/device/commands': {
    allow: 'devices.view',
    async handle({ db, caller, businessTime, params }) {
      await deviceController(db, caller, params.id);
      const device = await approvedDevice(db, params.id);
      if (!device) return { data: [] };
      const rows = await commandsWhere(db, sql`device_id = ${device.id}`, shownAtMost);
      return { data: rows.map((row) => shownCommand(row, businessTime)) };
    },
  },

  'POST /access-controllers/{id}/device/commands': {
    allow: 'devices.manage',
    async handle({ db, devices, caller, businessTime, params, body, now, requestId }) {
      const id = await db.tx(async (queries) => {
        await lockRow(queries, 'access_controllers', params.id, 'change');
        await deviceController(queries, caller, params.id);
        const day = dayOf(body);
        const { device, textOf } = await askedDevice(queries, params.id);
        await assertMayAsk(queries, device, body.command, day, now);
        const offsetMinutes = await offsetAt(queries, params.id, now);
        const text = textOf(body.command, { day, now, offsetMinutes, isAccessDevice: device.is_access_device });
        const command = { deviceId: device.id, kind: body.command, day, text, author: caller.name };
        const commandId = await insertCommand(queries, command, now);
        const subject = { action: 'device_commands.create', subject: 'device_commands', subjectId: commandId } as const;
        const after = { controller_id: params.id, kind: body.command, day };
        await audit(queries, { caller, now, requestId, ...subject, after });
        return commandId;
      });
      devices?.changed();
      const [row] = await commandsWhere(db, sql`id = ${id}`, 1);
      if (!row) throw notFound('The device was deleted meanwhile');
      return { data: shownCommand(row, businessTime), status: 201 };
    },
  },
} satisfies Partial<Handlers>;

function dayOf({ command, day = '' }: Body<'POST /access-controllers/{id}/device/commands'>): string {
  if (command === 'info' || command === 'set_clock') return '';
  if (!isDay(day)) throw invalid({ day: 'Please enter the day, such as 2026-11-21' });
  return day;
}

async function askedDevice(queries: Queries, controllerId: number) {
  const device = await approvedDevice(queries, controllerId);
  if (!device) throw conflict('There is no device that could be asked. Please connect one first');
  const textOf = driverOf(device.kind)?.commandText;
  if (!textOf) throw conflict(`Only ${askable} devices can be asked: others send, and take no questions`);
  return { device, textOf };
}

async function assertMayAsk(queries: Queries, { id }: DeviceRow, kind: string, day: string, now: Date): Promise<void> {
  const same = sql`device_id = ${id} and kind = ${kind} and day = ${day}`;
  if (await hasCommand(queries, sql`${same} and answered_at is null`))
    throw conflict('The device was asked already, and did not answer yet');
  const lately = instantOf(plusMinutes(now, -clockMinutes));
  if (kind === 'set_clock' && (await hasCommand(queries, sql`${same} and created_at > ${lately}`)))
    throw tooManyAttempts(`The clock can be set once in ${clockMinutes} minutes`, clockMinutes * 60);
  if ((await countOpen(queries, id)).n >= openAtMost)
    throw conflict(`The device was asked ${openAtMost} things that it did not answer yet`);
}

async function offsetAt(queries: Queries, controllerId: number, now: Date): Promise<number> {
  const zone = (await rulesOf(queries, controllerId))?.zone || (await currentBusinessTime(queries)).zone;
  return offsetIn(timeIn(zone), instantOf(now));
}
