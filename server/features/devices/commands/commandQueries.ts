// What devices were asked and what they answered, as stored and as shown.

import type { DeviceCommand, DeviceCommandKind } from '../../../../src/shared/contract/deviceEvents.ts';
import { maybeOne, one, type Queries } from '../../../platform/db/db.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { instantOf } from '../../../platform/time/instants.ts';

/** 'check' is asked by the server itself, when the offset of the device's place changes. */
type AskedKind = DeviceCommandKind | 'check';
type State = 'waiting' | 'asked' | 'done' | 'not_supported' | 'failed';

interface Row {
  readonly id: number;
  readonly kind: AskedKind;
  readonly day: string;
  readonly author: string;
  readonly created_at: string;
  readonly asked_at: string | null;
  readonly answered_at: string | null;
  readonly return_code: number | null;
  readonly answer: string;
}

/** The newest come first. */
export const commandsWhere = (queries: Queries, condition: Sql, atMost: number): Promise<Row[]> =>
  queries.all(
    sql`select id, kind, day, author, created_at, asked_at, answered_at, return_code, answer
      from device_commands where ${condition} order by id desc limit ${atMost}`,
  );

interface NewCommand {
  readonly deviceId: number;
  readonly kind: DeviceCommandKind;
  readonly day: string;
  readonly text: string;
  readonly author: string;
}

export async function insertCommand(queries: Queries, command: NewCommand, now: Date): Promise<number> {
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into device_commands (device_id, kind, day, text, author, created_at)
      values (${command.deviceId}, ${command.kind}, ${command.day}, ${command.text}, ${command.author},
        ${instantOf(now)})
      returning id`,
  );
  return id;
}

export async function hasCommand(queries: Queries, condition: Sql): Promise<boolean> {
  return (await maybeOne(queries, sql`select id from device_commands where ${condition} limit 1`)) !== undefined;
}

export const countOpen = (queries: Queries, deviceId: number): Promise<{ n: number }> =>
  one(queries, sql`select count(*) as n from device_commands where device_id = ${deviceId} and answered_at is null`);

export const shownCommand = (row: Row, businessTime: BusinessTime): DeviceCommand => ({
  id: row.id,
  kind: row.kind,
  day: row.day,
  created_at: businessTime.wallClock(row.created_at),
  author: row.author,
  state: stateOf(row),
  answer: answerOf(row),
});

/** The codes with which devices say that they do not know a command. */
const unknownToDevice: readonly (number | null)[] = [-1, -1002, -1004];

function stateOf({ asked_at, answered_at, return_code }: Row): State {
  if (answered_at === null) return asked_at === null ? 'waiting' : 'asked';
  if (return_code === 0) return 'done';
  return unknownToDevice.includes(return_code) ? 'not_supported' : 'failed';
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
