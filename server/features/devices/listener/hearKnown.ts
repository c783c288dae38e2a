// Hears a device whose controller is known: what it is told, what is stored, and which of its requests cost no query.

import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/db/db.ts';
import { type Log, singleLine } from '../../../platform/log/log.ts';
import { LruMap } from '../../../platform/concurrency/lruMap.ts';
import { SerialQueue } from '../../../platform/concurrency/limits.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { offsetMinutes } from '../../../platform/time/localTime.ts';
import { claimCommands, dueCommands, giveUp, type OpenCommand, unansweredCommands } from '../commands/openCommands.ts';
import { type DeviceRow, driftOf } from '../../controllers/device/deviceRows.ts';
import type {
  AboutDevice,
  DeviceAnswer,
  DeviceContext,
  DeviceRequest,
  Driver,
  Heard,
  QueuedCommand,
} from '../drivers/driver.ts';
import { delayOfClock } from '../intake/deviceState.ts';
import { storeHeard } from '../intake/storeHeard.ts';
import type { ClockChanges } from './clockChanges.ts';
import type { KnownController, KnownDevice } from './directory.ts';

/** A device says with every poll how much it holds; that alone is stored now and then. */
const storeCountsEveryMs = 60_000;

export class Hearing {
  readonly #db: Db;
  readonly #log: Log;
  readonly #clockChanges: ClockChanges;
  readonly #turns = new SerialQueue<number>();
  readonly #storedAt = new LruMap<number, number>(10_000);

  constructor(db: Db, log: Log, clockChanges: ClockChanges) {
    this.#db = db;
    this.#log = log;
    this.#clockChanges = clockChanges;
  }

  async hear(
    driver: Driver,
    device: KnownDevice,
    controller: KnownController,
    request: DeviceRequest,
    now: Date,
  ): Promise<DeviceAnswer> {
    const isApproved = device.row.state === 'approved';
    if (isApproved) await this.#clockChanges.ask(driver, device, controller, now);
    const due = dueCommands(device.commands, now);
    const context = contextOf(device, controller, now);
    const heard = driver.hear(request, {
      ...context,
      commands: due.map((each) => asToldNow(driver, each, context, now)),
    });
    const { companyId, rules } = controller;
    const hearing = { device: device.row, controllerId: controller.id, companyId, rules, zone: controller.time.zone };
    const clockDelay = delayOfClock(heard.about, hearing, now);
    if (isNews(heard, device.row, now, this.#storedAt.get(device.row.id) ?? 0) || isNewDelay(clockDelay, device.row)) {
      // In turns, so that a device takes one connection to the database and not all of them.
      const { lastNumber } = await this.#turns.run(controller.id, () => storeHeard(this.#db, hearing, heard, now));
      device.row = { ...withNews(device.row, heard.about), last_number: lastNumber };
      this.#storedAt.set(device.row.id, now.getTime());
    }
    if (isApproved) await this.#followCommands(device, heard, now);
    const { asked } = heard;
    const isMine = asked.length === 0 ? undefined : await this.#claim(device, due, asked, now);
    if (heard.facts.some(({ problem }) => problem !== ''))
      this.#log.debug('device sent what cannot be read', { device: device.row.id });
    if (!isMine || asked.every(isMine)) return heard.answer;
    const mine = due.filter(({ id }) => isMine(id));
    return driver.hear(request, { ...context, commands: mine.map((each) => asToldNow(driver, each, context, now)) })
      .answer;
  }

  /** Of two requests at once, only one may tell the device what it is asked. */
  async #claim(
    device: KnownDevice,
    due: readonly OpenCommand[],
    asked: readonly number[],
    now: Date,
  ): Promise<(id: number) => boolean> {
    const wanted = due.filter(({ id }) => asked.includes(id));
    const claimed = await claimCommands(this.#db, wanted, now);
    const timesAsked = new Map(wanted.map((command) => [command.id, command.timesAsked + 1]));
    device.commands = device.commands.map((command) => {
      const times = timesAsked.get(command.id);
      return times === undefined ? command : { ...command, askedAt: instantOf(now), timesAsked: times };
    });
    return (id) => claimed.has(id);
  }

  async #followCommands(device: KnownDevice, { results }: Heard, now: Date): Promise<void> {
    if (device.commands.length === 0) return;
    const unanswered = unansweredCommands(device.commands, now).map(({ id }) => id);
    if (unanswered.length > 0) await giveUp(this.#db, unanswered, now);
    const answered = new Set([...unanswered, ...results.map(({ id }) => id)]);
    device.commands = device.commands.filter(({ id }) => !answered.has(id));
  }
}

function contextOf({ row }: KnownDevice, { rules, time }: KnownController, now: Date): Omit<DeviceContext, 'commands'> {
  const offset = offsetMinutes(time, instantOf(now));
  return {
    isApproved: row.state === 'approved',
    now,
    serial: row.serial,
    isAccessDevice: row.is_access_device,
    offsetMinutes: offset,
    halfHours: rules.half_hours,
    lastNumber: row.last_number,
    wantsAll: row.wants_all,
    registryCode: lastingWord(row, 'registry').slice(0, 10),
    sessionId: lastingWord(row, 'session').slice(0, 32),
    mapping: rules.mapping,
  };
}

/** A clock is set to the time at which the device fetches the command. */
const asToldNow = (
  driver: Driver,
  { id, kind, text }: OpenCommand,
  context: Omit<DeviceContext, 'commands'>,
  now: Date,
): QueuedCommand => {
  const told = kind === 'set_clock' ? driver.commandText?.(kind, { ...context, day: '', now }) : undefined;
  return { id, text: told ?? text };
};

/** The same after every restart and in every process. */
const lastingWord = ({ id, identity, first_heard_at }: DeviceRow, purpose: string) =>
  createHash('sha256')
    .update(JSON.stringify([purpose, id, identity, first_heard_at]))
    .digest('hex');

function isNews({ facts, notes, results, about }: Heard, row: DeviceRow, now: Date, storedAt: number): boolean {
  const says = (value: string | number | undefined, known: string | number | null) =>
    value !== undefined && value !== known;
  return (
    facts.length + notes.length + results.length > 0 ||
    says(about.model && singleLine(about.model), row.model) ||
    says(about.firmware && singleLine(about.firmware), row.firmware) ||
    says(about.capacity, row.capacity) ||
    says(about.toldOffset, row.told_offset) ||
    (about.wasAskedForAll === true && row.wants_all) ||
    (about.sendsHeartbeats === true && !row.sends_heartbeats) ||
    (says(about.recordsHeld, row.records_held) && now.getTime() - storedAt >= storeCountsEveryMs)
  );
}

/** A device that says the right time twice a minute costs no write. */
function isNewDelay(delay: number | undefined, row: DeviceRow): boolean {
  if (delay === undefined) return false;
  const known = driftOf(row);
  return known === null || Math.abs(delay + known) >= 60;
}

const withNews = (row: DeviceRow, about: AboutDevice): DeviceRow => ({
  ...row,
  model: about.model ? singleLine(about.model) : row.model,
  firmware: about.firmware ? singleLine(about.firmware) : row.firmware,
  records_held: about.recordsHeld ?? row.records_held,
  capacity: about.capacity ?? row.capacity,
  told_offset: about.toldOffset ?? row.told_offset,
  wants_all: row.wants_all && about.wasAskedForAll !== true,
  sends_heartbeats: row.sends_heartbeats || about.sendsHeartbeats === true,
});
