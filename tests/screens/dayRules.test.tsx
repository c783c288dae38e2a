// The dialog Day Rules: reached from a company and from the timesheets, where the server has such rules.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { features } from '../../src/shared/contract/features.ts';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, nameOf, until } from '../support/console/render.tsx';
import { clickButton, errorAt, fill, openDialog, untilText } from './steps.ts';

let app: TestConsole;
beforeAll(async () => {
  app = await startConsole();
});
afterAll(() => app.stop());

const begin = 'A working day begins at';
const repeats = 'Repeated punches (seconds)';
const approves = 'A second person approves corrections';

const isChecked = (name: string, dialog: HTMLElement) => Object(byRole('radio', name, dialog)).checked;

/** Of the first company of the sample data. */
async function openRules(): Promise<HTMLElement> {
  await app.open('/companies');
  const name = await until(() => allByRole('article').map(nameOf)[0]);
  const dialog = await openDialog(`Day Rules of ${name}`, `Day Rules - ${name}`);
  await until(() => field(begin, dialog));
  return dialog;
}

test('shows the usual rules, refuses bad ones at their fields, and saves', async () => {
  const dialog = await openRules();
  expect([field(begin, dialog).value, field(repeats, dialog).value]).toEqual(['00:00', '60']);
  await fill({ [begin]: '13:00', [repeats]: '601' }, dialog);
  await clickButton('Save Day Rules', dialog);
  expect(errorAt(begin, dialog)).toContain('Please enter a time before noon, such as 04:00');
  expect(errorAt(repeats, dialog)).toContain('Please enter a whole number from 0 to 600');
  expect(app.bodies('PUT /companies/{id}/day-rules')).toEqual([]);

  await fill({ [begin]: '04:00', [repeats]: '0' }, dialog);
  await click(field(approves, dialog));
  await click(byRole('radio', 'First to last', dialog));
  await clickButton('Save Day Rules', dialog);
  await untilText('Day rules saved successfully');
  expect(maybeByRole('dialog', /Day Rules/)).toBeUndefined();
  expect(app.bodies('PUT /companies/{id}/day-rules')).toEqual([
    {
      starts_at: '04:00',
      repeat_seconds: 0,
      hours: 'first_last',
      needs_second_person: true,
      version: expect.any(String),
    },
  ]);

  const again = await openRules();
  expect([field(begin, again).value, field(repeats, again).value]).toEqual(['04:00', '0']);
  expect(isChecked('First to last', again)).toBe(true);
});

test('a server that does not know how hours are counted is not asked for it', async () => {
  app.answer('GET /auth/user', {
    change: (user) => ({ ...Object(user), features: features.filter((feature) => feature !== 'directions') }),
  });
  const dialog = await openRules();
  expect(maybeByRole('radio', 'Each pair', dialog)).toBeUndefined();
  app.passThrough('GET /auth/user');
});

test('says why the rules cannot be read, and reads them again', async () => {
  app.answer('GET /companies/{id}/day-rules', { status: 500, message: 'Out of order' });
  await app.open('/companies');
  const name = await until(() => allByRole('article').map(nameOf)[0]);
  const dialog = await openDialog(`Day Rules of ${name}`, `Day Rules - ${name}`);
  await untilText('Out of order');
  expect(maybeByRole('button', 'Save Day Rules', dialog)).toBeUndefined();
  app.passThrough('GET /companies/{id}/day-rules');
  await clickButton('Retry', dialog);
  await until(() => field(begin, dialog));
});

test('the timesheets lead to the rules of the chosen company', async () => {
  await app.open('/timesheets');
  const button = await until(() => byRole('button', 'Day Rules'));
  expect(button.getAttribute('aria-description')).toBe('Choose a company first');
  await app.open('/timesheets?company_id=1');
  const enabled = await until(() => {
    const found = byRole('button', 'Day Rules');
    return found.hasAttribute('aria-description') ? undefined : found;
  });
  await click(enabled);
  await until(() => byRole('dialog', /^Day Rules - /));
});

test('offers no day rules to who may not change them, nor on another server', async () => {
  await app.open('/companies', 'auditor');
  await until(() => allByRole('article')[0]);
  expect(maybeByRole('button', /^Day Rules/)).toBeUndefined();
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: undefined }) });
  await app.open('/companies');
  await until(() => allByRole('article')[0]);
  expect(maybeByRole('button', /^Day Rules/)).toBeUndefined();
});
