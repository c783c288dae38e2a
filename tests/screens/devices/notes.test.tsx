// What happened at a device apart from its events.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startConsole, type TestConsole } from '../../support/console/console.tsx';
import { allByRole, byRole, click, field, text, type, until } from '../../support/console/render.tsx';
import { clickButton, untilText } from '../steps.ts';
import { type Door, storeDevice, storeNote } from './storedDevice.ts';

let app: TestConsole;
let door: Door;

const listed = 'GET /access-controllers/{id}/device/notes';

beforeAll(async () => {
  app = await startConsole();
  ({ door } = await storeDevice(app));
});
afterAll(() => app.stop());

const open = (filters = '') => app.open(`/access-controllers?id=${door.id}&tab=history${filters}`);
const rows = () => allByRole('listitem', undefined, byRole('list', 'Notes'));

test('says that there are none yet', async () => {
  await open();
  await untilText('No notes yet');
});

test('lists them newest first, with the line that the device sent', async () => {
  await storeNote(app, door, 'started', 'It started');
  await storeNote(app, door, 'memory_cleared', 'Somebody cleared its memory at the device', 'OPLOG 13\t0');
  await open();
  await until(() => rows().length === 2);
  const [first, second] = rows();
  expect(text(first)).toContain('Memory clearedSomebody cleared its memory at the device');
  expect(first?.querySelector('details pre')?.textContent).toBe('OPLOG 13\t0');
  expect(text(second)).toContain('StartedIt started');
  expect(second?.querySelector('details')).toBeNull();
});

test('the kind is in the address, as the claims link to it', async () => {
  await open('&kind=memory_cleared');
  await until(() => rows().length === 1);
  await clickButton(/^Kind: Memory cleared/);
  await type(field('Kind'), 'alarm');
  await untilText('No such notes');
  expect(new URLSearchParams(location.search).get('kind')).toBe('alarm');
  await clickButton('Show All Notes');
  await until(() => rows().length === 2);
});

test('a failure can be tried again', async () => {
  app.answer(listed, { status: 500 });
  await open();
  const retry = await until(() => byRole('button', 'Retry'));
  app.passThrough(listed);
  await click(retry);
  await until(() => rows().length === 2);
});
