// What is wrong with a device's rules, by field.

import { isCalendarDay } from '../../../../src/shared/contract/calendarDay.ts';
import type { DeviceRules } from '../../../../src/shared/contract/devices.ts';
import type { FieldErrors } from '../../../../src/shared/contract/validate.ts';
import { errorMessage } from '../../../platform/log/log.ts';
import { isTimeZone } from '../../../platform/time/businessTime.ts';
import { isPath } from '../drivers/json/path.ts';
import { networksIn } from '../networks.ts';

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
