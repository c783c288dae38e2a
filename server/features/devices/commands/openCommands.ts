// Commands that a device has not answered yet. An unanswered command is repeated, up to three times in all.

import { type Queries, rowsOf, scalars, sql } from '../../../platform/db/db.ts';
import { hasPassed, instantOf, timeOf } from '../../../platform/time/clock.ts';

export interface OpenCommand {
  readonly id: number;
  readonly deviceId: number;
  readonly kind: string;
  readonly text: string;
  readonly askedAt: string | null;
  readonly timesAsked: number;
}

const maxTimes = 3;
const answerMinutes = 5;

export const openCommands = (queries: Queries): Promise<OpenCommand[]> =>
  queries.all<OpenCommand>(
    sql`select id, device_id as "deviceId", kind, text, asked_at as "askedAt", times_asked as "timesAsked"
      from device_commands where answered_at is null order by id`,
  );

export const dueCommands = (commands: readonly OpenCommand[], now: Date): OpenCommand[] =>
  commands.filter((command) => command.timesAsked < maxTimes && !isAwaited(command, now));

export const unansweredCommands = (commands: readonly OpenCommand[], now: Date): OpenCommand[] =>
  commands.filter((command) => command.timesAsked >= maxTimes && !isAwaited(command, now));

const isAwaited = ({ askedAt }: OpenCommand, now: Date) =>
  askedAt !== null && !hasPassed(answerMinutes * 60_000, timeOf(askedAt), now);

/**
 * Returns the commands that no other request has claimed: a device may have two calls open, and another process may
 * serve one of them.
 */
export async function claimCommands(queries: Queries, commands: readonly OpenCommand[], now: Date) {
  const expected = rowsOf(
    { command: 'bigint', times: 'bigint' },
    commands.map(({ id, timesAsked }) => ({ command: id, times: timesAsked })),
  );
  return new Set(
    await scalars(
      queries,
      sql`update device_commands set asked_at = ${instantOf(now)}, times_asked = times_asked + 1
        from ${expected} where id = command and times_asked = times and answered_at is null returning id`,
    ),
  );
}

export async function giveUp(queries: Queries, ids: readonly number[], now: Date): Promise<void> {
  await queries.run(
    sql`update device_commands set answered_at = ${instantOf(now)}, answer = 'The device did not answer'
      where id in (${ids}) and answered_at is null`,
  );
}
