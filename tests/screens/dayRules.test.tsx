// Day Rules on a company's page, also reached from the timesheets, if the server has such rules.

import { expect, test } from 'vitest';
import { features } from '../../src/shared/contract/features.ts';
import { noLimits, workingTimeLaws } from '../../src/shared/day/workingTimeLaws.ts';
import { testConsole } from '../support/console/console.tsx';
import { byRole, click, field, maybeByRole, until } from '../support/console/render.tsx';
import { clickButton, errorAt, fill, untilText } from './steps.ts';

const app = testConsole();

const begin = 'A working day begins at';
const repeats = 'Repeated punches (seconds)';
const zone = 'Time zone';
const approves = 'A second person approves corrections';

const isChecked = (name: string, form: HTMLElement) => Object(byRole('radio', name, form)).checked;

/** Opens the day rules of the first company of the sample data. */
async function openRules(): Promise<HTMLElement> {
  await app.open('/companies?id=1&tab=day-rules');
  const form = await until(() => byRole('region', 'Day rules'));
  await until(() => field(begin, form));
  return form;
}

test('shows the usual rules, refuses bad ones at their fields, and saves', async () => {
  const form = await openRules();
  expect([field(begin, form).value, field(repeats, form).value]).toEqual(['00:00', '60']);
  await fill({ [begin]: '13:00', [repeats]: '601' }, form);
  await clickButton('Save Day Rules', form);
  expect(errorAt(begin, form)).toContain('Please enter a time before noon, such as 04:00');
  expect(errorAt(repeats, form)).toContain('Please enter a whole number from 0 to 600');
  expect(app.bodies('PUT /companies/{id}/day-rules')).toEqual([]);

  await fill({ [zone]: 'Asia/Kathmandu', [begin]: '04:00', [repeats]: '0' }, form);
  await click(field(approves, form));
  await click(byRole('radio', 'First to last', form));
  await clickButton('Save Day Rules', form);
  await untilText('Day rules saved successfully');
  // The page's other tabs use the time zone in the company's record.
  const keys = () => app.seen.map(({ key }) => key);
  await until(() => keys().lastIndexOf('GET /companies/{id}') > keys().indexOf('PUT /companies/{id}/day-rules'));
  expect(app.bodies('PUT /companies/{id}/day-rules')).toEqual([
    {
      starts_at: '04:00',
      repeat_seconds: 0,
      hours: 'first_last',
      timezone: 'Asia/Kathmandu',
      needs_second_person: true,
      leave_known_from: '',
      working_time: noLimits,
      version: expect.any(String),
    },
  ]);

  const again = await openRules();
  expect([zone, begin, repeats].map((label) => field(label, again).value)).toEqual(['Asia/Kathmandu', '04:00', '0']);
  expect(isChecked('First to last', again)).toBe(true);
});

test('says what another zone would move before it is saved', async () => {
  const form = await openRules();
  const moved = {
    ...{ events: 12, days: 3, first_day: '2026-03-08', last_day: '2026-03-10' },
    example: {
      ...{ person: 'Ann', event_type: 'check-in' },
      before: { time: '2026-03-10T23:59:59+00:00', day: '2026-03-10' },
      after: { time: '2026-03-11T09:59:59+10:00', day: '2026-03-11' },
    },
  };
  app.answer('POST /companies/{id}/day-rules/preview', { data: moved });
  await fill({ [zone]: 'Australia/Brisbane' }, form);
  await untilText(
    '12 events on 3 days of the last year (8 – 10 Mar 2026) will count for another day. For example Check In of Ann: ' +
      '2026-03-10 23:59:59, now of Tue, 10 Mar 2026, will be 2026-03-11 09:59:59 of Wed, 11 Mar 2026.',
  );
  const closed = 'January 2020 is closed, and this would change its days. Reopen it first';
  app.answer('POST /companies/{id}/day-rules/preview', {
    status: 422,
    message: closed,
    errors: { timezone: [closed] },
  });
  await fill({ [zone]: 'Pacific/Auckland' }, form);
  await untilText(closed);
  expect(form.textContent).not.toContain('count for another day');
  app.passThrough('POST /companies/{id}/day-rules/preview');
});

test('fills in the limits of a law, refuses what is no time, and saves them', async () => {
  const form = await openRules();
  await fill({ 'Fill In': 'de' }, form);
  expect(form.textContent).toContain('Arbeitszeitgesetz');
  expect(field('Breaks', form).value).toBe('0:30 over 6:00, 0:45 over 9:00');
  await fill({ 'Rest between days': '11h', Breaks: '30 minutes' }, form);
  await clickButton('Save Day Rules', form);
  expect(errorAt('Rest between days', form)).toContain('Please enter a time such as 11:00');
  expect(errorAt('Breaks', form)).toContain('Please enter breaks such as');
  await fill({ 'Rest between days': '11:00', Breaks: '0:30 over 6:00, 0:45 over 9:00' }, form);
  await clickButton('Save Day Rules', form);
  await until(() => app.bodies('PUT /companies/{id}/day-rules').length === 1 || undefined);
  expect(app.bodies('PUT /companies/{id}/day-rules')).toMatchObject([{ working_time: workingTimeLaws.de?.limits }]);
});

test('takes limits up to a whole day, with a zero before the hour or without minutes', async () => {
  const form = await openRules();
  await fill({ 'Rest between days': '09:00', Breaks: '00:30 over 24:00, 1 over 6' }, form);
  await clickButton('Save Day Rules', form);
  await until(() => app.bodies('PUT /companies/{id}/day-rules').length === 1 || undefined);
  const breaks = [
    { break_minutes: 30, over_minutes: 24 * 60 },
    { break_minutes: 60, over_minutes: 6 * 60 },
  ];
  expect(app.bodies('PUT /companies/{id}/day-rules')).toMatchObject([{ working_time: { rest_minutes: 540, breaks } }]);
});

test('a server that knows no time zones of companies is sent none', async () => {
  app.answer('GET /auth/user', {
    change: (user) => ({ ...Object(user), features: features.filter((feature) => feature !== 'company_timezones') }),
  });
  const form = await openRules();
  expect(form.textContent).not.toContain(zone);
  await fill({ [begin]: '05:00' }, form);
  await clickButton('Save Day Rules', form);
  const sent = () => app.bodies('PUT /companies/{id}/day-rules').find((body) => Object(body).starts_at === '05:00');
  await until(sent);
  expect(sent()).not.toHaveProperty('timezone');
  app.passThrough('GET /auth/user');
});

test('a server that does not know how hours are counted is not asked for it', async () => {
  app.answer('GET /auth/user', {
    change: (user) => ({
      ...Object(user),
      features: features.filter((feature) => !['directions', 'working_time'].includes(feature)),
    }),
  });
  const form = await openRules();
  expect(maybeByRole('group', 'Checks of working time', form)).toBeUndefined();
  expect(maybeByRole('radio', 'Each pair', form)).toBeUndefined();
  app.passThrough('GET /auth/user');
});

test('says why the rules cannot be read, and reads them again', async () => {
  app.answer('GET /companies/{id}/day-rules', { status: 500, message: 'Out of order' });
  await app.open('/companies?id=1&tab=day-rules');
  await untilText('Out of order');
  expect(maybeByRole('button', 'Save Day Rules')).toBeUndefined();
  app.passThrough('GET /companies/{id}/day-rules');
  await clickButton('Retry');
  await until(() => field(begin));
});

test('the timesheets lead to the rules of the chosen company', async () => {
  await app.open('/timesheets');
  await until(() => byRole('button', /^Export/));
  expect(maybeByRole('link', 'Day Rules')).toBeUndefined();
  await app.open('/timesheets?company_id=1');
  await click(await until(() => byRole('link', 'Day Rules')));
  await until(() => byRole('region', 'Day rules'));
});

test('offers no day rules to who may not change them, nor on another server', async () => {
  await app.open('/companies?id=1', 'auditor');
  await until(() => byRole('link', 'URLs'));
  expect(maybeByRole('link', 'Day Rules')).toBeUndefined();
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: undefined }) });
  await app.open('/companies?id=1');
  await until(() => byRole('link', 'URLs'));
  expect(maybeByRole('link', 'Day Rules')).toBeUndefined();
});
