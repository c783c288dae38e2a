// Wording of outcomes, notes, claims, stages and commands of devices. Values that only a newer server knows are shown
// as they are.

import type { ComponentProps } from 'react';
import type { Badge } from '../../platform/ui/data/Badge.tsx';
import type { Option } from '../../platform/ui/option.ts';
import {
  type DeviceCommand,
  type DeviceCommandKind,
  type DeviceOutcome,
  deviceOutcomes,
  type NoteKind,
  noteKinds,
  type Stage,
} from '../../shared/contract/deviceEvents.ts';
import { claimKinds, type DeviceRules, type DeviceSetup } from '../../shared/contract/devices.ts';
import { dateTitle } from '../../shared/words/dates.ts';
import { claimName, outcomeName, spanInWords } from '../../shared/words/deviceWords.ts';
import { plural } from '../../shared/words/plural.ts';

type Tone = ComponentProps<typeof Badge>['tone'];

const outcomeTones: Readonly<Record<DeviceOutcome, Tone>> = {
  attendance: 'good',
  known: 'neutral',
  repeat: 'neutral',
  no_direction: 'warning',
  implausible_time: 'warning',
  unknown_kind: 'warning',
  unreadable: 'bad',
  not_passed: 'neutral',
  no_person: 'neutral',
  refused: 'bad',
  parked: 'warning',
};

const notes: Readonly<Record<NoteKind, { name: string; tone: Tone }>> = {
  approved: { name: 'Approved', tone: 'good' },
  started: { name: 'Started', tone: 'neutral' },
  stopped: { name: 'Stopped', tone: 'neutral' },
  clock_set: { name: 'Clock set', tone: 'neutral' },
  clock_set_back: { name: 'Clock set back', tone: 'warning' },
  memory_cleared: { name: 'Memory cleared', tone: 'bad' },
  settings_changed: { name: 'Settings changed', tone: 'neutral' },
  server_changed: { name: 'Server changed', tone: 'warning' },
  firmware_changed: { name: 'Firmware changed', tone: 'neutral' },
  address_changed: { name: 'Address changed', tone: 'neutral' },
  new_numbers: { name: 'Numbers began again', tone: 'warning' },
  refused: { name: 'Refused', tone: 'bad' },
  other_device: { name: 'Other device', tone: 'bad' },
  other_company: { name: 'Other company', tone: 'warning' },
  two_zones: { name: 'Two time zones', tone: 'warning' },
  other_protocol: { name: 'Other protocol', tone: 'warning' },
  unhandled: { name: 'Not understood', tone: 'warning' },
  left_out: { name: 'Left out', tone: 'neutral' },
  alarm: { name: 'Alarm', tone: 'warning' },
};

const stages: Readonly<Record<Stage, { name: string; lost: string }>> = {
  on_device: { name: 'On the device', lost: 'Not on the device' },
  received: { name: 'Received', lost: 'Not received' },
  taken: { name: 'Taken', lost: 'Not taken' },
  attendance: { name: 'Attendance', lost: 'No attendance' },
  planned: { name: 'Planned for HR', lost: 'Not planned for HR' },
  sent: { name: 'Sent to HR', lost: 'Not sent to HR' },
  accepted: { name: 'Accepted by HR', lost: 'Not accepted by HR' },
};

const commands: Readonly<Record<DeviceCommandKind | 'check', (day: string) => string>> = {
  info: () => 'Say its state',
  check: () => 'Look for news',
  set_clock: () => 'Set its clock',
  count: (day) => `Count the events of ${dateTitle(day)}`,
  resend: (day) => `Send ${dateTitle(day)} again`,
};

const commandStates: Readonly<Record<string, { name: string; tone: Tone }>> = {
  waiting: { name: 'Waits for the device', tone: 'warning' },
  asked: { name: 'Asked', tone: 'accent' },
  done: { name: 'Done', tone: 'good' },
  not_supported: { name: 'Not supported', tone: 'neutral' },
  failed: { name: 'Failed', tone: 'bad' },
};

const levelTones: Readonly<Record<string, Tone>> = { bad: 'bad', warning: 'warning', info: 'neutral' };

const of = <W>(words: Readonly<Record<string, W>>, word: string): W | undefined => words[word];
const optionsOf = (words: readonly string[], nameOf: (word: string) => string): Option[] =>
  words.map((value) => ({ value, label: nameOf(value) }));

export const outcomeTone = (outcome: string): Tone => of(outcomeTones, outcome) ?? 'neutral';
export const outcomeOptions = optionsOf(deviceOutcomes, outcomeName);

export const noteName = (kind: string): string => of(notes, kind)?.name ?? kind;
export const noteTone = (kind: string): Tone => of(notes, kind)?.tone ?? 'neutral';
export const noteOptions = optionsOf(noteKinds, noteName);

export const claimOptions = optionsOf(claimKinds, claimName);
export const levelTone = (level: string): Tone => of(levelTones, level) ?? 'neutral';

/** A gateway sends its events signed, and needs no device and no rules. */
export const isConnected = ({ device, rules, has_secret }: DeviceSetup): boolean =>
  device !== null || (has_secret && (rules?.kind ?? 'webhook') === 'webhook');

export const inactiveDoor =
  'This access controller is inactive, so whatever its device sends is refused. Edit it, and make it active.';

export const stageName = (stage: string): string => of(stages, stage)?.name ?? stage;
/** Label for the losses of a stage. */
export const lossName = (stage: string): string => of(stages, stage)?.lost ?? `Did not reach ${stage}`;

export const commandName = ({ kind, day }: Pick<DeviceCommand, 'kind' | 'day'>): string =>
  of(commands, kind)?.(day) ?? kind;
export const commandState = (state: string) => of(commandStates, state) ?? { name: state, tone: 'neutral' as const };

/** Seconds; less is normal transmission time. */
const unnoticed = 10;

/** 'Right', '45 seconds behind', '1 hour 5 minutes ahead'; empty while unknown. */
export function driftInWords(seconds: number | null): string {
  if (seconds === null) return '';
  const size = Math.abs(Math.round(seconds));
  if (size < unnoticed) return 'Right';
  return `${spanInWords(size)} ${seconds < 0 ? 'behind' : 'ahead'}`;
}

/** Describes the rules for reading a device. A gateway's events are complete, so only its silence has a rule. */
export const rulesInWords = (rules: DeviceRules) =>
  rules.kind === 'webhook' ? [silence(rules)] : [...reading(rules), silence(rules), networks(rules)];

const silence = ({ silent_after_minutes }: DeviceRules) => ({
  label: 'Silent',
  value: `When not heard for ${spanInWords(silent_after_minutes * 60)}`,
});

const networks = (rules: DeviceRules) => ({ label: 'May call from', value: rules.networks || 'Any network' });

const reading = (rules: DeviceRules) => [
  { label: 'Offset', value: rules.ignores_offset && 'The one that the device sends does not count' },
  { label: 'Direction', value: directionInWords(rules) },
  {
    label: 'Repeats',
    value: rules.repeat_seconds > 0 ? `Within ${plural(rules.repeat_seconds, 'second')}` : 'None is left out',
  },
  { label: 'Counts from', value: dateTitle(rules.counts_from) || 'The day before it was added to its company' },
];

function directionInWords({ direction, readers }: DeviceRules): string {
  switch (direction) {
    case 'key':
      return 'The key that the person presses on the device';
    case 'in':
      return 'Always in';
    case 'out':
      return 'Always out';
    case 'alternating':
      return 'In and out by turns, within a working day';
    case 'first_last':
      return 'First in, last out, within a working day';
    case 'reader':
      return `By reader: ${readers.map(({ reader, direction: way }) => `${reader} ${way}`).join(', ') || 'none is set'}`;
  }
}
