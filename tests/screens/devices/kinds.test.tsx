// What every kind of device must pass in the console, including kinds added later: it can be chosen, step two shows
// what to enter, with a secret if it needs one, and step three waits for it.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { kindOptions } from '../../../src/features/devices/connect/kinds.ts';
import { deviceKinds, kindOfDevice, needsApproval } from '../../../src/shared/contract/deviceKinds.ts';
import { kindName } from '../../../src/shared/words/deviceWords.ts';
import { text } from '../../support/console/render.tsx';
import { untilText } from '../steps.ts';
import { chooseKind, type DeviceConsole, startDeviceConsole } from './deviceConsole.ts';

let use: DeviceConsole;
beforeAll(async () => {
  use = await startDeviceConsole();
});
afterAll(() => use.app.stop());

test.each(deviceKinds)('%s is chosen, set up and waited for', async (kind) => {
  const { knownBy } = kindOfDevice(kind);
  await use.openPanel(await use.addController(kind));
  for (const { detail } of kindOptions) expect(text()).toContain(detail);
  await chooseKind(kindName(kind));
  await untilText(needsApproval(kind) ? 'Waiting for the device to call…' : 'Waiting for the first');
  const values = [...document.querySelectorAll('dt')].map((term) => text(term));
  expect(values.length).toBeGreaterThan(1);
  expect(new Set(values).size).toBe(values.length);
  expect(text().includes('is shown only now')).toBe(knownBy !== 'serial');
});
