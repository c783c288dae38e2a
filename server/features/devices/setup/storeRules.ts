// Stores how a controller's device is connected. The kind can change only while no device is connected, because a
// driver cannot read another kind's device.

import type { DeviceKind } from '../../../../src/shared/contract/deviceKinds.ts';
import type { DeviceRules } from '../../../../src/shared/contract/devices.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { conflict } from '../../../platform/records/domainErrors.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { approvedDevice } from '../../controllers/device/deviceRows.ts';
import { rulesOf, type StoredRules } from '../../controllers/device/deviceRules.ts';
import { isCalendarDay } from '../../../../src/shared/contract/calendarDay.ts';
import type { FieldErrors } from '../../../../src/shared/contract/validate.ts';
import { errorMessage } from '../../../platform/log/log.ts';
import { isTimeZone } from '../../../platform/time/clock.ts';
import { isPath } from '../drivers/json/jsonDriver.ts';
import { networksIn } from '../networks.ts';

export async function storeRules(queries: Queries, controllerId: number, rules: DeviceRules, now: Date): Promise<void> {
  const before = await chooseKind(queries, controllerId, rules.kind, now);
  await queries.run(
    sql`update device_rules set zone = ${rules.zone}, ignores_offset = ${rules.ignores_offset}, direction = ${rules.direction},
        readers = ${JSON.stringify(rules.readers)}, repeat_seconds = ${rules.repeat_seconds},
        half_hours = ${rules.half_hours}, networks = ${rules.networks.trim()},
        silent_after_minutes = ${rules.silent_after_minutes}, mapping = ${JSON.stringify(rules.mapping)},
        counts_from = ${rules.counts_from}
      where controller_id = ${controllerId}`,
  );
  if (before?.zone !== rules.zone || before.ignores_offset !== rules.ignores_offset)
    await forgetDelays(queries, controllerId);
}

/** Requires that the kind is chosen. */
export async function chooseZone(queries: Queries, controllerId: number, zone: string): Promise<void> {
  const changed = await queries.all(
    sql`update device_rules set zone = ${zone} where controller_id = ${controllerId} and zone <> ${zone}
      returning controller_id`,
  );
  if (changed.length > 0) await forgetDelays(queries, controllerId);
}

/** Delays were measured in the former zone. */
const forgetDelays = (queries: Queries, controllerId: number) =>
  queries.run(sql`update devices set delays = '[]' where controller_id = ${controllerId}`);

/** Returns the resulting rules; unset ones have their defaults. */
export async function chooseKind(
  queries: Queries,
  controllerId: number,
  kind: DeviceKind,
  now: Date,
): Promise<StoredRules | undefined> {
  const before = await rulesOf(queries, controllerId);
  if (before?.kind === kind) return before;
  if (await approvedDevice(queries, controllerId))
    throw conflict('Another kind of device is connected. Please disconnect it first');
  // The controller's creation bounds its events.
  await queries.run(
    sql`insert into device_rules (controller_id, kind, half_hours, set_up_at)
      select id, ${kind}, 'minutes', case when created_at < ${instantOf(now)} then created_at else ${instantOf(now)} end
      from access_controllers where id = ${controllerId}
      on conflict (controller_id) do update set kind = excluded.kind, secret_hash = '', pairing_until = null,
        pairing_serial = ''`,
  );
  return rulesOf(queries, controllerId);
}

const maxReaders = 32;
const week = 7 * 24 * 60;

export function ruleErrors(rules: DeviceRules): FieldErrors {
  const { zone, repeat_seconds, silent_after_minutes, counts_from } = rules;
  return {
    ...zoneErrors(zone),
    ...readerErrors(rules),
    ...(repeat_seconds > 3_600 && { repeat_seconds: 'Please enter a whole number of seconds from 0 to 3600' }),
    ...((silent_after_minutes < 1 || silent_after_minutes > week) && {
      silent_after_minutes: `Please enter a whole number of minutes from 1 to ${week}`,
    }),
    ...(counts_from !== '' && !isCalendarDay(counts_from) && { counts_from: 'Please enter a day' }),
    ...networkErrors(rules.networks),
    ...(rules.kind === 'json' && mappingErrors(rules)),
  };
}

export const zoneErrors = (zone: string): FieldErrors =>
  zone === '' || isTimeZone(zone) ? {} : { zone: 'Please enter the name of a time zone, such as Asia/Kolkata' };

function readerErrors({ direction, readers }: DeviceRules): FieldErrors {
  const names = readers.map(({ reader }) => reader);
  if (direction === 'reader' && names.length === 0)
    return { readers: 'Please say of each reader whether people come in or go out there' };
  if (names.length > maxReaders) return { readers: `At most ${maxReaders} readers` };
  if (names.some((name) => name.trim() === '' || name.length > 50))
    return { readers: 'Each reader needs a name of at most 50 characters' };
  return new Set(names).size === names.length ? {} : { readers: 'Each reader can be listed once' };
}

function networkErrors(networks: string): FieldErrors {
  if (networks.length > 1_000) return { networks: 'Please use at most 1,000 characters' };
  try {
    networksIn(networks);
    return {};
  } catch (error) {
    return { networks: errorMessage(error) };
  }
}

function mappingErrors({ mapping }: DeviceRules): FieldErrors {
  const { in_words, out_words, passed_words, ...paths } = mapping;
  const wrong = Object.entries(paths).flatMap(([field, path]) =>
    path === '' || isPath(path) ? [] : [[`mapping.${field}`, 'Please enter a path such as user.code']],
  );
  return {
    ...(mapping.person === '' && { 'mapping.person': 'Please say where the person is' }),
    ...(mapping.time === '' && { 'mapping.time': 'Please say where the time is' }),
    ...Object.fromEntries(wrong),
    ...tooManyWords({ in_words, out_words, passed_words }),
  };
}

const tooManyWords = (words: Readonly<Record<string, string>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(words).flatMap(([field, text]) =>
      text.length > 500 ? [[`mapping.${field}`, 'Please use at most 500 characters']] : [],
    ),
  );
