// Commands to a device: describe itself, count or resend a day's events, set its clock. A device fetches commands when
// it calls next, so its result comes later.

import type { Body } from '../../../../src/shared/contract/calls.ts';
import type { DeviceCommand, DeviceCommandKind } from '../../../../src/shared/contract/deviceEvents.ts';
import { deviceKinds, kindOfDevice } from '../../../../src/shared/contract/deviceKinds.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { exists, one, type Queries, type Sql, scalar, sql } from '../../../platform/db/db.ts';
import { isRecent } from '../../../platform/db/moments.ts';
import { conflict, invalid, tooManyAttempts } from '../../../platform/domainErrors.ts';
import { type Handlers, Reply } from '../../../platform/records/endpoint.ts';
import { type Clock, instantOf, isDay, timeIn } from '../../../platform/time/clock.ts';
import { offsetMinutes as offsetIn } from '../../../platform/time/localTime.ts';
import { approvedDevice, type DeviceRow } from '../../controllers/device/deviceRows.ts';
import { doorOf, findReadingContext, lockDoor } from '../deviceController.ts';
import { driverOf } from '../drivers/drivers.ts';

const shownAtMost = 20;
const openAtMost = 50;
const askable = deviceKinds
  .map((kind) => kindOfDevice(kind))
  .flatMap(({ name, takesCommands }) => (takesCommands ? [name] : []))
  .join(' and ');
/**
 * Smallest clock error worth a command. Some devices also set their clock from each answer, and two sources would make
 * it jump.
 */
const clockMinutes = 10;

export const commandHandlers = {
  async 'GET /access-controllers/{id}/device/commands'({ db, caller, clocks, params }) {
    const { companyId } = await doorOf(db, caller, params.id);
    const device = await approvedDevice(db, params.id);
    if (!device) return [];
    const rows = await db.all<Row>(
      sql`select ${columns} from device_commands where device_id = ${device.id} order by id desc limit ${shownAtMost}`,
    );
    return rows.map((row) => shownCommand(row, clocks.of(companyId)));
  },

  async 'POST /access-controllers/{id}/device/commands'({ db, devices, caller, clocks, params, body, now, requestId }) {
    const { row, companyId } = await db.tx(async (queries) => {
      const door = await lockDoor(queries, caller, params.id);
      const day = dayOf(body);
      const { device, textOf } = await askedDevice(queries, params.id);
      await assertMayAsk(queries, device, body.command, day, now);
      const offsetMinutes = offsetIn(timeIn((await findReadingContext(queries, door)).zone), instantOf(now));
      const text = textOf(body.command, { day, now, offsetMinutes, isAccessDevice: device.is_access_device });
      const stored = await one<Row>(
        queries,
        sql`insert into device_commands (device_id, kind, day, text, author, created_at)
          values (${device.id}, ${body.command}, ${day}, ${text}, ${caller.name}, ${instantOf(now)})
          returning ${columns}`,
      );
      const after = { controller_id: params.id, kind: body.command, day };
      const actor = { caller, now, requestId };
      await audit(queries, actor, 'device_commands.create', 'device_commands', { subjectId: stored.id, after });
      return { row: stored, companyId: door.companyId };
    });
    devices?.changed();
    return new Reply(shownCommand(row, clocks.of(companyId)), { status: 201 });
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
  const lately = isRecent(sql`created_at`, clockMinutes, now);
  if (kind === 'set_clock' && (await hasCommand(queries, sql`${same} and ${lately}`)))
    throw tooManyAttempts(`The clock can be set once in ${clockMinutes} minutes`, clockMinutes * 60);
  const open = sql`device_commands where device_id = ${id} and answered_at is null`;
  if ((await scalar(queries, sql`select count(*) from ${open}`)) >= openAtMost)
    throw conflict(`The device was asked ${openAtMost} things that it did not answer yet`);
}

/** Includes 'check', which the server sends by itself when the UTC offset at the device changes. */
type AskedKind = DeviceCommandKind | 'check';

interface Row extends Omit<DeviceCommand, 'kind' | 'state'> {
  readonly kind: AskedKind;
  readonly asked_at: string | null;
  readonly answered_at: string | null;
  readonly return_code: number | null;
}

const columns = sql`id, kind, day, author, created_at, asked_at, answered_at, return_code, answer`;

const hasCommand = (queries: Queries, condition: Sql): Promise<boolean> =>
  exists(queries, sql`select id from device_commands where ${condition} limit 1`);

const shownCommand = (row: Row, { wallClock }: Clock): DeviceCommand => ({
  id: row.id,
  kind: row.kind,
  day: row.day,
  created_at: wallClock(row.created_at),
  author: row.author,
  state: stateOf(row),
  answer: answerOf(row),
});

/** Whether the device does not know the command, or an access controller does not know its subject. */
export const isUnsupported = ({ return_code }: Pick<Row, 'return_code'>): boolean =>
  return_code !== null && [-1, -1002, -1004, -13, -629, -708].includes(return_code);

function stateOf(row: Row) {
  if (row.answered_at === null) return row.asked_at === null ? 'waiting' : 'asked';
  if (row.return_code === 0) return 'done';
  return isUnsupported(row) ? 'not_supported' : 'failed';
}

function answerOf(row: Row): string {
  switch (stateOf(row)) {
    case 'waiting':
    case 'asked':
      return '';
    case 'not_supported':
      return 'This device cannot do that.';
    case 'failed':
      return row.return_code === null ? `${row.answer}.` : `The device answered with the error ${row.return_code}.`;
    case 'done':
      return row.kind === 'count' ? countOf(row) : doneWords[row.kind];
  }
}

const countOf = ({ answer, day }: Row) =>
  /^\d+$/.test(answer) ? `The device holds ${answer} events of ${day}.` : 'The device did not say a number.';

const doneWords: Readonly<Record<AskedKind, string>> = {
  info: 'The device said what it is and holds.',
  count: '',
  resend: 'The device sends them again.',
  set_clock: 'The device set its clock.',
  check: 'The device begins again with its settings.',
};
