// One change to many records, against the real server: all matches, in chunks, cancelled, and refused midway.

import { describe, expect, test } from 'vitest';
import type { CallKey } from '../../src/shared/contract/calls.ts';
import { testConsole } from '../support/console/console.tsx';
import { listen } from '../support/console/listen.ts';
import { allByRole, byRole, click, field, maybeByRole, text, type, until } from '../support/console/render.tsx';
import { clickButton, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();

const bar = () => byRole('region', 'Selection');
const question = () => byRole('alertdialog');
const marking = 'POST /attendance/mark-processed';
const unprocessed = '/attendance?start_date=&end_date=&is_processed=0';

const idsIn = (body: unknown): number[] =>
  typeof body === 'object' && body && 'record_ids' in body && Array.isArray(body.record_ids) ? body.record_ids : [];
const sentIds = () => app.bodies(marking).map(idsIn);

/** Answers only some calls, chosen by their number from 0. */
function answerSome(key: CallKey, which: (call: number) => { status: number; message: string } | undefined) {
  let calls = 0;
  const answer = {
    status: undefined as number | undefined,
    message: '',
    when: async () => {
      const given = which(calls++);
      answer.status = given?.status;
      answer.message = given?.message ?? '';
    },
  };
  app.answer(key, answer);
}

async function openBar(path: string, select: () => Promise<unknown>) {
  await app.open(path);
  await until(() => allByRole('checkbox').length > 1);
  await select();
  await until(bar);
}

const selectPage = () => click(field(/Select all \d+ records on this page/));
const wordsOfAll = /^Select all ([\d,]+) that match$/;

/** Selects all records that match the filters, and returns how many. */
async function gather(path: string): Promise<number> {
  await openBar(path, selectPage);
  const total = wordsOfAll.exec(text(byRole('button', wordsOfAll)))?.[1] ?? '';
  await clickButton(wordsOfAll);
  await untilText(`${total} records selected`);
  return Number(total.replace(',', ''));
}

describe('all attendance records that match', () => {
  test('stay selected on every page, and end with the filters', async () => {
    const total = await gather(unprocessed);
    expect(total).toBeGreaterThan(200);
    await click(await until(() => byRole('button', /^Next/)));
    await untilText('Page 2 of');
    await until(() => allByRole('checkbox').every((box) => box.matches(':checked')));
    await click(allByRole('checkbox')[1] ?? document.body);
    expect(text(bar())).toContain(`${total - 1} records selected`);
    await click(await until(() => byRole('button', 'Remove filter Status: Unprocessed')));
    await until(() => !maybeByRole('region', 'Selection'));
  });

  test('are read whole or not selected, with the reason', async () => {
    await openBar(unprocessed, selectPage);
    app.answer('GET /attendance', { status: 403, message: 'Not any more' });
    await clickButton(wordsOfAll);
    await until(() => text(bar()).includes('Not any more'));
    expect(text(bar())).toMatch(/All \d+ on this page selected/);
  });

  test('that were refused in the middle are named, stay selected, and are sent again alone', async () => {
    const total = await gather(unprocessed);
    answerSome(marking, (call) => (call === 1 ? { status: 500, message: 'The disk is full' } : undefined));
    await clickButton(/^Mark as Processed/);
    await clickButton(`Mark ${total} records`);
    await until(() => text(question()).includes(`${total - 100} of ${total} records marked as processed.`));
    expect(text(question())).toContain('100 records failed: The disk is full');
    const chunks = sentIds();
    expect(Math.max(...chunks.map((ids) => ids.length))).toBe(100);
    expect(new Set(chunks.flat()).size).toBe(total);
    expect(chunks.flat()).toHaveLength(total);
    expect(text(bar())).toContain('100 records selected');

    app.passThrough(marking);
    await clickButton('Retry the Remaining 100');
    await untilText('Records marked as processed successfully');
    expect(sentIds().slice(chunks.length)).toEqual([chunks[1]]);
    await untilText('No attendance records found');
    expect(maybeByRole('alertdialog')).toBeUndefined();
  });

  test('go on after a session that ended in the middle', async () => {
    const total = await gather('/attendance?start_date=&end_date=');
    app.answer(marking, { status: 401, message: 'Your session has ended' });
    await clickButton(/^Mark as Processed/);
    await clickButton(`Mark ${total} records`);
    const dialog = await until(() => byRole('dialog', 'Sign in again'));
    app.passThrough(marking);
    await type(field('Password', dialog), app.server.users.administrator.password);
    await clickButton('Sign in', dialog);
    // The previous test has already marked them.
    await untilText(`Records marked as processed successfully (0 of ${total} changed)`);
  });

  test('can be stopped between two calls', async () => {
    const total = 350;
    const data = Array.from({ length: total }, (_, id) => ({ id, event_type: 'check-in', timestamp: '2026-11-21' }));
    app.answer('GET /attendance', { data });
    await openBar(unprocessed, selectPage);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    app.answer(marking, { data: null, when: held });
    await clickButton(/^Mark as Processed/);
    await clickButton(`Mark ${total} records`);
    await until(() => app.bodies(marking).length === 3);
    await clickButton('Cancel', question());
    await until(() => text(question()).includes('Stopping…'));
    release();
    await until(() => text(question()).includes('300 of 350 records marked as processed.'));
    expect(text(question())).toContain(`${total - 300} records were not tried.`);
    expect(app.bodies(marking)).toHaveLength(3);
    await click(allByRole('button', 'Close', question()).at(-1) ?? document.body);
    expect(text(bar())).toContain(`${total - 300} records selected`);
  });
});

describe('employees', () => {
  const boxes = () => allByRole('checkbox', /^Select /);

  test('are deleted one by one; those refused are named with the reason and stay selected', async () => {
    await openBar('/employees', async () => {
      for (const box of boxes().slice(0, 3)) await click(box);
    });
    answerSome('DELETE /employees/{id}', (call) =>
      call === 1 ? { status: 409, message: 'Needed elsewhere' } : undefined,
    );
    const names = boxes()
      .slice(0, 3)
      .map((box) => box.getAttribute('aria-label')?.replace('Select ', ''));
    const said = listen();
    await clickButton('Delete', bar());
    expect(text(question())).toContain('Delete 3 employees? This action cannot be undone.');
    const consequence = await until(() => /They have \d+ attendance records\./.exec(text(question()))?.[0]);
    expect(said).toContain(consequence);
    expect(app.seen.filter(({ key }) => key === 'GET /attendance/count')).toHaveLength(1);
    expect(app.seen.filter(({ key }) => key === 'GET /attendance')).toHaveLength(0);
    await clickButton('Delete 3 Employees');
    await until(() => text(question()).includes('2 of 3 employees deleted.'));
    expect(text(question())).toContain('1 employee failed: Needed elsewhere');
    expect(text(byRole('list', undefined, question()))).toContain(names[1]);
    app.passThrough('DELETE /employees/{id}');
    await clickButton('Retry the Remaining 1');
    await untilText('3 employees deleted');
    await until(() => !maybeByRole('region', 'Selection'));
    expect(new Set(app.seen.filter(({ key }) => key === 'DELETE /employees/{id}').map(({ path }) => path)).size).toBe(
      3,
    );
  });

  test('stay with the outcome if the right to delete is lost in the middle', async () => {
    await openBar('/employees', async () => {
      for (const box of boxes().slice(0, 2)) await click(box);
    });
    answerSome('DELETE /employees/{id}', (call) =>
      call === 0
        ? { status: 401, message: 'Your session has ended' }
        : { status: 403, message: 'Your role has changed' },
    );
    app.answer('POST /auth/login', {
      change: (signedIn) => ({ ...Object(signedIn), user: { ...Object(signedIn).user, roles: [] } }),
    });
    await clickButton('Delete', bar());
    await clickButton('Delete 2 Employees');
    const again = await until(() => byRole('dialog', 'Sign in again'));
    await fill({ Password: app.server.users.administrator.password }, again);
    await clickButton('Sign in', again);
    await until(() => text(question()).includes('2 employees failed: Your role has changed'));
  });

  test('that a proxy keeps from the server are named with what was tried, and stay selected', async () => {
    await openBar('/employees', () => click(boxes()[0] ?? document.body));
    app.answer('DELETE /employees/{id}', { status: 502 });
    await clickButton('Delete', bar());
    await clickButton('Delete 1 Employee');
    await until(() => text(question()).includes('0 of 1 employee deleted.'));
    expect(text(question())).toContain('1 employee failed: Failed to delete employee. HTTP error! status: 502');
    expect(text(bar())).toContain('1 employee selected');
  });

  test('whose attendance could not be counted say so, and are counted on Retry', async () => {
    await openBar('/employees', () => click(boxes()[0] ?? document.body));
    app.answer('GET /attendance/count', { status: 500, message: 'The disk is full' });
    await clickButton('Delete', bar());
    await until(() => text(question()).includes('Their attendance could not be counted. The disk is full'));
    expect(byRole('button', 'Delete 1 Employee', question())).toBeDefined();
    // The first employee may have no attendance, once other tests have deleted some.
    app.answer('GET /attendance/count', { data: { total: 12 } });
    await clickButton('Retry', question());
    await until(() => text(question()).includes('The employee has 12 attendance records.'));
    expect(text(question())).not.toContain('could not be counted');
  });

  test('that somebody else has deleted meanwhile count as gone', async () => {
    await openBar('/employees', () => click(boxes()[0] ?? document.body));
    app.answer('DELETE /employees/{id}', { status: 404, message: 'Employee not found' });
    await clickButton('Delete', bar());
    await clickButton('Delete 1 Employee');
    await untilText('0 employees deleted, 1 already gone');
  });

  test('are all selected that a search has found', async () => {
    await openBar('/employees?q=a&per_page=5', () => click(boxes()[0] ?? document.body));
    for (const box of boxes().slice(1)) await click(box);
    await clickButton(wordsOfAll, bar());
    await until(() => /^\d+ employees selected$/.test(text(byRole('status', undefined, bar()))));
    const found = /(\d+) .* match/.exec(text(byRole('main')))?.[1];
    expect(text(byRole('status', undefined, bar()))).toBe(`${found} employees selected`);
  });
});

describe('access controllers', () => {
  const boxes = () => allByRole('checkbox', /^Select /);
  const start = () =>
    openBar('/access-controllers', async () => {
      for (const box of boxes().slice(0, 2)) await click(box);
    });

  test('are deactivated, and only those that are active', async () => {
    await start();
    await clickButton('Deactivate', bar());
    await clickButton('Deactivate 2 Access Controllers');
    await until(() => /[12] access controllers? deactivated/.test(text()));
    await start();
    await clickButton('Deactivate', bar());
    await clickButton('Deactivate 2 Access Controllers');
    await untilText('0 access controllers deactivated, 2 already inactive');
    expect(app.bodies('PUT /access-controllers/{id}')).toEqual([]);
  });

  test('move to the company that is chosen, and keep everything else', async () => {
    app.answer('GET /companies/all', { status: 500 });
    app.answer('GET /companies', { status: 500 });
    await start();
    await clickButton('Move to Company', bar());
    await clickButton('Move 2 Access Controllers');
    expect(text(question())).toContain('Company is required');
    app.passThrough('GET /companies/all');
    await clickButton('Retry', question());
    const company = field('Company', question());
    await until(() => company.querySelectorAll('option').length > 2);
    const target = company.querySelectorAll('option')[2]?.value ?? '';
    await type(company, target);
    await clickButton('Move 2 Access Controllers');
    await untilText('2 access controllers moved');
    for (const body of app.bodies('PUT /access-controllers/{id}')) {
      expect(body).toMatchObject({ company_id: Number(target), is_active: false });
      expect(body).not.toHaveProperty('webhook_secret');
    }
  });
});

test('the URLs of a company are deactivated, and their health is checked', async () => {
  await app.open('/companies');
  const name = 'Ashdown & Vale Logistics';
  const urls = await openDialog(`URLs of ${name}`, `Manage URLs - ${name}`);
  await until(() => allByRole('checkbox', /^Select /, urls).length > 1);
  const count = allByRole('checkbox', /^Select /, urls).length;
  for (const box of allByRole('checkbox', /^Select /, urls)) await click(box);
  await click(await until(() => byRole('button', 'Deactivate', urls)));
  await clickButton(`Deactivate ${count} URLs`);
  await untilText(`${count} URLs deactivated`);
  await until(() => allByRole('list', undefined, urls).some((list) => text(list).includes('Inactive')));
});
