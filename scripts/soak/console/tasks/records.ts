// Changes, creates and deletes companies, and opens dialogs only to discard them.

import { button, type Driver } from '../driver.ts';

export async function changeCompanies({ page, goTo, settle }: Driver): Promise<void> {
  await goTo('Companies');
  await button(page, /^Edit /).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Contact Phone').fill(String(Math.trunc(performance.now())));
  await button(form, 'Update Company').click();
  await form.waitFor({ state: 'detached' });

  await button(page, 'Add Company').click();
  await form.getByLabel('Name').fill('Quince & Daughters');
  await button(form, 'Create Company').click();
  await button(page, 'Delete Quince & Daughters').click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await button(page, 'Delete Quince & Daughters').waitFor({ state: 'detached' });
  await settle();

  await page.getByRole('searchbox').fill('a');
  await button(page, /^URLs of /).click();
  await button(page.getByRole('dialog'), 'Add URL').click();
  for (const _ of ['the form', 'the list']) await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

const dialogs = [
  ['Companies', 'Add Company'],
  ['Companies', /^HR Sync Configuration of /],
  ['Access Controllers', 'Add Controller'],
  ['Employees', 'Add Employee'],
  ['Roles', 'Add Role'],
  ['Users', 'Add User'],
  ['Settings', 'Add Setting'],
] as const;

const firstField = 'input:is([type=text], [type=number])';

export async function discardDialogs({ page, goTo, settle }: Driver): Promise<void> {
  for (const [screen, opener] of dialogs) {
    await goTo(screen);
    await button(page, opener).click();
    const form = page.locator('dialog[open]').first();
    await settle();
    await form.locator(firstField).first().fill('7');
    await page.keyboard.press('Escape');
    await button(page, 'Discard').click();
    await form.waitFor({ state: 'detached' });
  }
}
