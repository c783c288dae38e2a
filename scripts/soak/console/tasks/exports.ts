// Exports that produce a file, and exports that are abandoned.

import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { sql } from '../../../../server/platform/db/sql.ts';
import type { TestServer } from '../../../../tests/support/server/server.ts';
import { button, type Driver } from '../driver.ts';
import { openAttendance } from './attendance.ts';

/** An employee of this company has a name in a script that none of the site's fonts supports. */
const unprintable = { company: 'Wójcik Meble', name: 'ᜊᜌ᜔' };

export function prepareExports({ db }: Pick<TestServer, 'db'>): Promise<number> {
  return db.run(
    sql`update employees set name = ${unprintable.name}
      where company_id = (select id from companies where name = ${unprintable.company})`,
  );
}

/** Exports a PDF and an Excel file, and verifies the latter. */
export async function exportRecords(driver: Driver): Promise<void> {
  const { page } = driver;
  await openAttendance(driver, 'Ashdown');
  await download(driver, 'Export PDF');
  const file = await download(driver, 'Export Excel');

  await button(page, 'Verify File').click();
  await drop(page.getByText('Drop an exported file here'), file);
  await page.getByText(/is unchanged/).waitFor();
  await page.keyboard.press('Escape');
}

async function download({ page }: Driver, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  const content = await readFile(await file.path());
  await file.delete();
  return content;
}

/** Drops the file: setInputFiles would make Playwright keep a reference to the field, and so to the whole dialog. */
async function drop(onto: Locator, file: Buffer): Promise<void> {
  await onto.evaluate((target, text) => {
    const dataTransfer = new DataTransfer();
    const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    dataTransfer.items.add(new File([content], 'attendance.xlsx'));
    target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  }, file.toString('base64'));
}

/** Cancels one export, leaves one at its warning about missing characters, and leaves one while it runs. */
export async function cancelExports(driver: Driver): Promise<void> {
  const { page, goTo } = driver;
  await openAttendance(driver);
  await page.route('**/attendance?*page=2*', () => {}, { times: 1 }); // never answered
  await button(page, 'Export Excel').click();
  const progress = page.getByRole('region', { name: 'Export' });
  await button(progress, 'Cancel').click();
  await progress.waitFor({ state: 'detached' });

  await openAttendance(driver, unprintable.company);
  await button(page, 'Export PDF').click();
  await page.getByText(/font lacks/).waitFor();
  await goTo('Companies');

  await openAttendance(driver);
  await button(page, 'Export PDF').click();
  await goTo('Employees');
}
