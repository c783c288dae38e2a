// Exports that end in a file, and such as do not.

import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { sql } from '../../../../server/db/sql.ts';
import { button, type Desk, type Office } from '../desk.ts';
import { openRecords } from './attendance.ts';

/** Of this company somebody's name is written in a script that no font of the site has. */
const unwritable = { company: 'Wójcik Meble', name: 'ᜊᜌ᜔' };

export function prepareExports({ db }: Office): Promise<number> {
  return db.run(
    sql`update employees set name = ${unwritable.name}
      where company_id = (select id from companies where name = ${unwritable.company})`,
  );
}

/** A PDF, and an Excel file that is verified; neither is kept. */
export async function exportRecords(desk: Desk): Promise<void> {
  const { page } = desk;
  await openRecords(desk, 'Ashdown');
  await exported(desk, 'Export PDF');
  const file = await exported(desk, 'Export Excel');

  await button(page, 'Verify file').click();
  await drop(page.getByText('Drop a file here'), file);
  await page.getByText(/is untouched/).waitFor();
  await page.keyboard.press('Escape');
}

async function exported({ page }: Desk, name: string): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await button(page, name).click();
  const download = await coming;
  const content = await readFile(await download.path());
  await download.delete();
  return content;
}

/** Chosen in the usual way, Playwright would keep hold of the field, and with it of the whole dialog. */
async function drop(place: Locator, file: Buffer): Promise<void> {
  await place.evaluate((target, text) => {
    const dataTransfer = new DataTransfer();
    const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    dataTransfer.items.add(new File([content], 'attendance.xlsx'));
    target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  }, file.toString('base64'));
}

/** One is cancelled, one is left with its question open, one is left on its way. */
export async function abandonExports(desk: Desk): Promise<void> {
  const { page, goTo } = desk;
  await openRecords(desk);
  await page.route('**/attendance?*page=2*', () => {}, { times: 1 }); // which is never answered
  await button(page, 'Export Excel').click();
  const progress = page.getByRole('region', { name: 'Export' });
  await button(progress, 'Cancel').click();
  await progress.waitFor({ state: 'detached' });

  await openRecords(desk, unwritable.company);
  await button(page, 'Export PDF').click();
  await page.getByText(/has no glyphs/).waitFor();
  await goTo('Companies');

  await openRecords(desk);
  await button(page, 'Export PDF').click();
  await goTo('Employees');
}
