// Checks of a device's rules, shared by form and server.

import { atMost, wholeBetween } from './checks.ts';
import type { DeviceKind } from './deviceKinds.ts';
import { type Check, isBlank, textOf } from './validate.ts';

/** Matches '192.168.1.0/24', '10.1.2.3', '2001:db8::/32' and their like. The server checks more closely. */
const network = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:]*:[\da-f:.]*)(?:\/\d{1,3})?$/i;

const networks: Check = (value) => {
  const wrong = textOf(value)
    .split(',')
    .map((each) => each.trim())
    .find((each) => each !== '' && !network.test(each));
  return wrong === undefined ? undefined : `“${wrong}” is not a network such as 192.168.1.0/24`;
};

const ifJson =
  (complaint: string): Check =>
  (value, { kind }) =>
    kind === ('json' satisfies DeviceKind) && isBlank(value) ? complaint : undefined;

export const deviceRuleChecks = {
  repeat_seconds: [wholeBetween(0, 3_600, 'Please enter a whole number from 0 to 3600')],
  silent_after_minutes: [wholeBetween(1, 10_080, 'Please enter a whole number from 1 to 10080')],
  networks: [networks, atMost(1_000)],
};

/** Checks by field name in the form, where the mapping's fields are beside the others. */
export const mappingChecks = {
  'mapping.person': [ifJson('Please say where the person is'), atMost(255)],
  'mapping.time': [ifJson('Please say where the time is'), atMost(255)],
};
