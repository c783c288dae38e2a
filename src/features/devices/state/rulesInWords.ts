// How what a device sends is read, in words.

import type { DeviceRules } from '../../../shared/contract/devices.ts';
import { plural } from '../../../shared/words/plural.ts';
import { durationInWords } from '../clockWords.ts';

/** A gateway's events say all of themselves but when they are missing. */
export const rulesInWords = (rules: DeviceRules) =>
  rules.kind === 'webhook' ? [silence(rules)] : [...reading(rules), silence(rules), networks(rules)];

const silence = ({ silent_after_minutes }: DeviceRules) => ({
  label: 'Silent',
  value: `When not heard for ${durationInWords(silent_after_minutes * 60)}`,
});

const networks = (rules: DeviceRules) => ({ label: 'May call from', value: rules.networks || 'Any network' });

const reading = (rules: DeviceRules) => [
  { label: 'Offset', value: rules.ignores_offset && 'The one that the device sends does not count' },
  { label: 'Direction', value: directionInWords(rules) },
  {
    label: 'Repeats',
    value: rules.repeat_seconds > 0 ? `Within ${plural(rules.repeat_seconds, 'second')}` : 'None is left out',
  },
  { label: 'Counts from', value: rules.counts_from || 'The day before the controller was added' },
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
