// The rules to choose from, as plain explanations.

import type { DirectionRule, HalfHourRule } from '../../../shared/contract/devices.ts';

const directions: Readonly<Record<DirectionRule, readonly [label: string, detail: string]>> = {
  key: ['By its key', 'In or out, as the person chooses on the device. An event without a choice is no attendance.'],
  in: ['Always in', 'Every event is a check-in: another device is for the way out.'],
  out: ['Always out', 'Every event is a check-out.'],
  reader: ['By reader', 'Each reader of the device has its own direction.'],
  alternating: [
    'By turns',
    "A person's first event of a working day is a check-in, the next one a check-out, and so on.",
  ],
  first_last: [
    'First in, last out',
    "A person's first event of a working day is the check-in. Each later one moves the end of the day.",
  ],
};

const halfHours: Readonly<Record<HalfHourRule, string>> = {
  nothing: 'Tell it nothing: its clock is set by hand',
  hours: 'As hours, such as 5.5',
  minutes: 'As minutes, such as 330',
  signed: 'As hours and minutes, such as +05:30',
};

export const directionOptions = Object.entries(directions).map(([value, [label, detail]]) => ({
  value,
  label,
  detail,
}));

export const halfHourOptions = Object.entries(halfHours).map(([value, label]) => ({ value, label }));
