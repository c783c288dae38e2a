// Punches from a file: checked, and stored once somebody agrees.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startConsole, type TestConsole } from '../../support/console/console.tsx';
import { act, byRole, field, maybeByRole, text, until } from '../../support/console/render.tsx';
import { clickButton, openDialog } from '../steps.ts';
import { type Door, storeDevice } from './storedDevice.ts';

const call = 'POST /access-controllers/{id}/device/file';

let app: TestConsole;
let door: Door;
beforeAll(async () => {
  app = await startConsole();
  ({ door } = await storeDevice(app));
});
afterAll(() => app.stop());

const open = async (person?: 'auditor') => {
  await app.open(`/access-controllers?id=${door.id}&tab=events`, person);
  await until(() => byRole('heading', door.name));
};

async function choose(dialog: HTMLElement, name: string, content: string) {
  const input = field('File of the terminal', dialog);
  Object.defineProperty(input, 'files', { value: [new File([content], name)], configurable: true });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const lines = [
  'SN=CQZ7224460123',
  `   77\t${yesterday} 08:00:00\t1\t0\t1\t0`,
  'rubbish',
  `   77\t${yesterday} 08:00:00\t1\t0\t1\t0`,
];

test('a file is checked, stored, and known when it is uploaded again', async () => {
  await open();
  const dialog = await openDialog('Upload File', 'Upload File');
  await choose(dialog, 'attlog.dat', lines.join('\r\n'));
  await until(() => maybeByRole('button', 'Store 1 Event', dialog));
  expect(text(dialog)).toContain('attlog.dat: 4 lines');
  expect(text(dialog)).toMatch(/People1.*Known already1.*Unknown codes/);
  expect(text(byRole('region', 'Lines that cannot be read', dialog))).toContain('Line 3: It has 1 field');
  expect(app.bodies(call)).toMatchObject([{ dry_run: true }]);
  await clickButton('Store 1 Event', dialog);
  await until(() => text(dialog).includes('The file was read to its end.'));
  await clickButton('Choose Another File', dialog);
  await choose(dialog, 'attlog.dat', lines.join('\n'));
  await until(() => /Known already2/.test(text(dialog)));
  expect(maybeByRole('button', /^Store/, dialog)).toBeUndefined();
});

test('a file of another terminal is refused with a sentence, and another can be chosen', async () => {
  await open();
  const dialog = await openDialog('Upload File', 'Upload File');
  await choose(dialog, 'BBHT200000001_attlog.dat', lines.slice(1).join('\n'));
  await until(() => text(dialog).includes('This file is from terminal BBHT200000001'));
  await choose(dialog, 'empty.csv', 'code,time\n');
  await until(() => text(dialog).includes('There are no punches in this file.'));
});

test('a file that is checked slowly can be cancelled at once, and an empty one is said to be empty', async () => {
  await open();
  const dialog = await openDialog('Upload File', 'Upload File');
  let arrive = () => {};
  app.answer(call, { when: new Promise<void>((resolve) => (arrive = resolve)) });
  await choose(dialog, 'attlog.dat', lines.join('\n'));
  await until(() => text(dialog).includes('Checking attlog.dat'));
  await clickButton('Cancel', dialog);
  await until(() => maybeByRole('button', 'Choose File', dialog));
  await choose(dialog, 'attlog.dat', '');
  await until(() => text(dialog).includes('The file is empty.'));
  arrive();
});

test('storing that is cancelled stops after what is under way', async () => {
  await open();
  const dialog = await openDialog('Upload File', 'Upload File');
  await choose(dialog, 'attlog.dat', `   77\t${yesterday} 09:30:00\t1\t1\t1\t0`);
  await until(() => maybeByRole('button', 'Store 1 Event', dialog));
  let arrive = () => {};
  app.answer(call, { when: new Promise<void>((resolve) => (arrive = resolve)) });
  await clickButton('Store 1 Event', dialog);
  await clickButton('Cancel', dialog);
  expect(byRole('button', 'Stopping…', dialog).hasAttribute('disabled')).toBe(true);
  arrive();
  await until(() => text(dialog).includes('The file was read to its end.'));
});

test('a user who may not manage devices is not offered it', async () => {
  await open('auditor');
  expect(maybeByRole('button', 'Upload File')).toBeUndefined();
});
