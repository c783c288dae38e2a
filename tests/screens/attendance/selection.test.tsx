// Selected attendance records, and marking them.

import { describe, expect, test } from 'vitest';
import { testConsole } from '../../support/console/console.tsx';
import { act, allByRole, byRole, click, field, maybeByRole, text, until } from '../../support/console/render.tsx';
import { everything, openAll, page, record, rows } from './page.ts';

const app = testConsole();

describe('the selection', () => {
  /** Waits for the button, which loads after the list. */
  const markButton = (name: string | RegExp) => until(() => byRole('button', name));

  test('covers one page only, and its label says so', async () => {
    await openAll(app);
    await click(field(/Select all \d+ records on this page/));
    const count = rows().length;
    await markButton(`Mark as Processed (${count})`);
    await click(await until(() => byRole('button', /^Next/)));
    await until(() => text().includes('Page 2 of'));
    expect(maybeByRole('button', /Mark as Processed/)).toBeUndefined();
    await click(byRole('button', /^Previous/));
    await until(() => text().includes('Page 1 of'));
    expect(maybeByRole('button', /Mark as Processed/)).toBeUndefined();
  });

  test('shows and sends the same records in count, confirmation, request and message', async () => {
    await openAll(app, `${everything}&is_processed=0`);
    const pick = allByRole('checkbox').slice(1, 3);
    for (const box of pick) await click(box);
    await click(await markButton('Mark as Processed (2)'));
    const question = await until(() => byRole('alertdialog', /Mark as Processed/));
    expect(text(question)).toContain('Mark 2 records as processed?');
    await click(byRole('button', 'Mark 2 records', question));
    await until(() => text().includes('Records marked as processed successfully'));
    const [body] = app.bodies('POST /attendance/mark-processed');
    expect(body).toEqual({ record_ids: pick.map((box) => Number(box.getAttribute('value'))) });
    await until(() => !maybeByRole('button', /Mark as Processed/) && !maybeByRole('alertdialog'));
  });

  test('reports already processed records before and after', async () => {
    app.answer('GET /attendance', { data: page(record, { ...record, id: 8, is_processed: 1 }) });
    app.answer('POST /attendance/mark-processed', { data: { updated: 1 } });
    await app.open(everything);
    await until(() => rows().length === 2);
    await click(field(/Select all/));
    await click(await markButton('Mark as Processed (2)'));
    await until(() => byRole('alertdialog'));
    expect(text(byRole('alertdialog'))).toContain('1 of them is already processed');
    await click(byRole('button', 'Mark 2 records'));
    await until(() => text().includes('Records marked as processed successfully (1 of 2 changed)'));
  });

  test('shows a failure in the confirmation', async () => {
    await openAll(app);
    app.answer('POST /attendance/mark-processed', { status: 500 });
    await click(field(/Select all/));
    await click(await markButton(/Mark as Processed/));
    await until(() => byRole('alertdialog'));
    await click(byRole('button', /^Mark \d+ records$/));
    await until(() => text(byRole('alertdialog')).includes('Failed to mark records as processed'));
  });

  test('keeps a later selection when a cancelled request succeeds', async () => {
    let arrive = () => {};
    const when = new Promise<void>((resolve) => (arrive = resolve));
    app.answer('GET /attendance', { data: page(record, { ...record, id: 8 }) });
    app.answer('POST /attendance/mark-processed', { data: { updated: 1 }, when });
    await app.open(everything);
    await until(() => rows().length === 2);
    const boxes = allByRole('checkbox', /^Select Check/);
    for (const box of boxes.slice(0, 1)) await click(box);
    await click(await markButton('Mark as Processed (1)'));
    await until(() => byRole('alertdialog'));
    await click(byRole('button', 'Mark 1 record'));
    await click(byRole('button', 'Cancel'));
    for (const box of boxes.slice(1)) await click(box);
    arrive();
    await until(() => text().includes('Records marked as processed successfully'));
    await markButton('Mark as Processed (2)');
  });

  test('sends nothing when the selection disappears behind the confirmation', async () => {
    await openAll(app);
    await click(field(/Select all/));
    await click(await markButton(/Mark as Processed/));
    await until(() => byRole('alertdialog'));
    await act(async () => history.replaceState(null, '', `${everything}&event_type=check-in`));
    await until(() => text(byRole('alertdialog')).includes('Please select records to mark as processed'));
    await click(byRole('button', 'Mark 0 records'));
    expect(app.bodies('POST /attendance/mark-processed')).toEqual([]);
  });
});
