// Browses the attendance and marks records as processed.

import { button, type Driver } from '../driver.ts';

export async function readRecords(driver: Driver): Promise<void> {
  const { page, settle } = driver;
  await openAttendance(driver);
  await button(page, 'Next').click();
  await page.getByText(/^Page 2 of \d+$/).waitFor();
  await page.getByLabel('Event Type').selectOption('check-in');
  await settle();
  await page.getByLabel('Status').selectOption({ label: 'Unprocessed' });
  await settle();
  await button(page, /^View /).click();
  const record = page.getByRole('dialog', { name: 'Attendance record' });
  await record.getByText('Employee ID').waitFor();
  await page.keyboard.press('Escape');
  await record.waitFor({ state: 'detached' });
  await button(page, 'Clear Filters').click();
  await settle();
}

export async function markRecords(driver: Driver): Promise<void> {
  const { page } = driver;
  await openAttendance(driver);
  const confirm = page.getByRole('alertdialog');

  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await button(page, /^Mark as Processed/).click();
  await button(confirm, 'Cancel').click();
  await page.getByRole('checkbox', { name: /^Select all/ }).uncheck();

  for (const row of [0, 1])
    await page
      .getByRole('checkbox', { name: /^Select Check/ })
      .nth(row)
      .check();
  await button(page, 'Mark as Processed (2)').click();
  await button(confirm, 'Mark 2 records').click();
  await page
    .getByText(/^Records marked as processed successfully/)
    .first()
    .waitFor();
  await confirm.waitFor({ state: 'detached' });
}

/** Shows all records, or those of one company. */
export async function openAttendance({ page, goTo, settle }: Driver, company?: string): Promise<void> {
  await goTo('Attendance');
  await button(page, 'Filters').click();
  await page.getByLabel('Start Date').fill('2026-01-01');
  await settle();
  if (company === undefined) return;
  await page.getByRole('combobox', { name: 'Company' }).click();
  await page.keyboard.type(company);
  await page.getByRole('option', { name: company }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/company_id=\d+/);
  await settle();
}
