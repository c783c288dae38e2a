// Handles requests of devices with a known controller: answers them, stores their content, and avoids queries where
// nothing is new.

import { createHash } from 'node:crypto';
import { RateLimiter, SerialQueue } from '../../../platform/concurrency/limits.ts';
import { LruMap } from '../../../platform/concurrency/lruMap.ts';
import { type Db, maybeOne, rowsOf, scalars, sql } from '../../../platform/db/db.ts';
import { isRecent } from '../../../platform/db/moments.ts';
import type { Log } from '../../../platform/log/log.ts';
import { dateOf, hasPassed, instantOf, timeOf } from '../../../platform/time/clock.ts';
import { offsetMinutes } from '../../../platform/time/localTime.ts';
import { type DeviceRow, driftOf } from '../../controllers/device/deviceRows.ts';
import type { DeviceAnswer, DeviceContext, DeviceRequest, Driver, ParsedRequest } from '../drivers/driver.ts';
import { changesBetween, delayOfClock, describedBy, storeRequest } from '../intake/storeRequest.ts';
import type { KnownController, KnownDevice, OpenCommand } from './directory.ts';

/** Interval for storing the counts that come with every poll. */
const storeCountsEveryMs = 60_000;
/** A command that stays unanswered for some minutes is repeated, up to three times in all. */
const maxTimes = 3;
const answerMinutes = 5;
const checksADay = 3;

export class DeviceRequestHandler {
  readonly #db: Db;
  readonly #log: Log;
  readonly #clockRequests = new RateLimiter(1, 10 * 60_000);
  readonly #turns = new SerialQueue<number>();
  readonly #storedAt = new LruMap<number, number>(10_000);
  /** Devices that were asked for all they hold, and have not called since. */
  readonly #askedForAll = new Set<number>();

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  async handle(
    driver: Driver,
    device: KnownDevice,
    controller: KnownController,
    request: DeviceRequest,
    now: Date,
  ): Promise<DeviceAnswer> {
    const isApproved = device.row.state === 'approved';
    if (isApproved) await this.#askForHandshake(driver, device, controller, now);
    const due = device.commands.filter((command) => command.timesAsked < maxTimes && !isAwaited(command, now));
    const context = contextOf(device, controller, now);
    const parseWith = (commands: readonly OpenCommand[]) =>
      driver.parse(request, { ...context, commands: commands.map((each) => withCurrentTime(driver, each, context)) });
    const parsed = this.#withHeardAsk(device, parseWith(due));
    const { companyId, rules } = controller;
    const hearing = { device: device.row, controllerId: controller.id, companyId, rules, zone: controller.time.zone };
    const clockDelay = delayOfClock(parsed.about, hearing, now);
    if (isNews(parsed, device.row, now, this.#storedAt.get(device.row.id) ?? 0) || isNewDelay(clockDelay, device.row)) {
      // Serialized per controller, so that one device never holds more than one database connection.
      const { lastNumber } = await this.#turns.run(controller.id, () => storeRequest(this.#db, hearing, parsed, now));
      device.row = { ...describedBy(device.row, parsed.about), last_number: lastNumber };
      this.#storedAt.set(device.row.id, now.getTime());
    }
    if (isApproved) await this.#followCommands(device, parsed, now);
    const { commandIds } = parsed;
    const isMine = commandIds.length === 0 ? undefined : await this.#claim(device, due, commandIds, now);
    if (parsed.facts.some(({ problem }) => problem !== ''))
      this.#log.debug('device sent what cannot be read', { device: device.row.id });
    return !isMine || commandIds.every(isMine) ? parsed.answer : parseWith(due.filter(({ id }) => isMine(id))).answer;
  }

  /**
   * Devices do not know summer time: they are told an offset when they start. When the offset at their place changes,
   * they are asked to start again. Since some ignore that, they are asked a few times a day at most.
   */
  async #askForHandshake({ commandText }: Driver, device: KnownDevice, { time }: KnownController, now: Date) {
    const { id, told_offset: told } = device.row;
    if (!commandText || told === null || told === offsetMinutes(time, instantOf(now))) return;
    if (!this.#clockRequests.allows(String(id), now)) return;
    const text = commandText('check', { day: '', now, offsetMinutes: 0, isAccessDevice: false });
    const checks = sql`select id from device_commands where device_id = ${id} and kind = 'check'`;
    const stored = await maybeOne<{ id: number }>(
      this.#db,
      sql`insert into device_commands (device_id, kind, text, author, created_at)
        select ${id}, 'check', ${text}, '', ${instantOf(now)} from devices
        where id = ${id} and not exists (${checks} and answered_at is null)
          and (select count(*) from (${checks} and ${isRecent(sql`created_at`, 24 * 60, now)}) asked) < ${checksADay}
        returning id`,
    );
    if (!stored) return;
    const command = { ...stored, kind: 'check', text, deviceId: id, askedAt: null, timesAsked: 0 };
    device.commands = [...device.commands, command];
  }

  /** A device has heard that it was asked for all once it makes any other call; else it shakes hands again. */
  #withHeardAsk({ row: { id } }: KnownDevice, parsed: ParsedRequest): ParsedRequest {
    if (parsed.asksForAll) this.#askedForAll.add(id);
    else if (this.#askedForAll.delete(id)) return { ...parsed, about: { ...parsed.about, heardAskForAll: true } };
    return parsed;
  }

  /**
   * Claims commands, because only one of two concurrent requests may send a command: a device may have two calls open,
   * and another process may serve one of them.
   */
  async #claim(
    device: KnownDevice,
    due: readonly OpenCommand[],
    commandIds: readonly number[],
    now: Date,
  ): Promise<(id: number) => boolean> {
    const toClaim = due.filter(({ id }) => commandIds.includes(id));
    const expected = rowsOf(
      { command: 'bigint', times: 'bigint' },
      toClaim.map(({ id, timesAsked }) => ({ command: id, times: timesAsked })),
    );
    const claimed = new Set(
      await scalars(
        this.#db,
        sql`update device_commands set asked_at = ${instantOf(now)}, times_asked = times_asked + 1
          from ${expected} where id = command and times_asked = times and answered_at is null returning id`,
      ),
    );
    const timesAsked = new Map(toClaim.map((command) => [command.id, command.timesAsked + 1]));
    device.commands = device.commands.map((command) => {
      const times = timesAsked.get(command.id);
      return times === undefined ? command : { ...command, askedAt: instantOf(now), timesAsked: times };
    });
    return (id) => claimed.has(id);
  }

  async #followCommands(device: KnownDevice, { results }: ParsedRequest, now: Date): Promise<void> {
    if (device.commands.length === 0) return;
    const unanswered = device.commands
      .filter((command) => command.timesAsked >= maxTimes && !isAwaited(command, now))
      .map(({ id }) => id);
    if (unanswered.length > 0)
      await this.#db.run(
        sql`update device_commands set answered_at = ${instantOf(now)}, answer = 'The device did not answer'
          where id in (${unanswered}) and answered_at is null`,
      );
    const answered = new Set([...unanswered, ...results.map(({ id }) => id)]);
    device.commands = device.commands.filter(({ id }) => !answered.has(id));
  }
}

function contextOf({ row }: KnownDevice, { rules, time }: KnownController, now: Date): Omit<DeviceContext, 'commands'> {
  const offset = offsetMinutes(time, instantOf(now));
  return {
    isApproved: row.state === 'approved',
    now,
    firstHeardAt: dateOf(row.first_heard_at),
    isAccessDevice: row.is_access_device,
    offsetMinutes: offset,
    halfHours: rules.half_hours,
    lastNumber: row.last_number,
    wantsAll: row.wants_all,
    registryCode: stableToken(row, 'registry').slice(0, 10),
    sessionId: stableToken(row, 'session').slice(0, 32),
    mapping: rules.mapping,
  };
}

const isAwaited = ({ askedAt }: OpenCommand, now: Date) =>
  askedAt !== null && !hasPassed(answerMinutes * 60_000, timeOf(askedAt), now);

/** Fills in the time of a clock command at the moment it is fetched. */
function withCurrentTime(driver: Driver, { id, kind, text }: OpenCommand, context: Omit<DeviceContext, 'commands'>) {
  const currentText = kind === 'set_clock' ? driver.commandText?.(kind, { ...context, day: '' }) : undefined;
  return { id, text: currentText ?? text };
}

/** Derived from the stored device, so that it is the same after restarts and in all processes. */
const stableToken = ({ id, identity, first_heard_at }: DeviceRow, purpose: string) =>
  createHash('sha256')
    .update(JSON.stringify([purpose, id, identity, first_heard_at]))
    .digest('hex');

function isNews({ facts, notes, results, about }: ParsedRequest, row: DeviceRow, now: Date, storedAt: number): boolean {
  const isCountDue = hasPassed(storeCountsEveryMs, storedAt, now);
  return (
    facts.length + notes.length + results.length > 0 ||
    changesBetween(row, describedBy(row, about)).some(([column]) => column !== 'records_held' || isCountDue)
  );
}

/** Ignores small changes, so that a device that reports its clock twice a minute costs no write. */
function isNewDelay(delay: number | undefined, row: DeviceRow): boolean {
  if (delay === undefined) return false;
  const storedDrift = driftOf(row);
  return storedDrift === null || Math.abs(delay + storedDrift) >= 60;
}
