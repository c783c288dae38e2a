// Failing requests and an expired session.

import { button, type Driver, linkTo } from '../driver.ts';

/** Messages that the browser logs for intended failures. */
export const expectedErrors = [/status of 401/, /status of 500/, /ERR_FAILED/];

export async function handleFailures({ page, settle }: Driver): Promise<void> {
  const failure = { status: 500, json: { success: false, message: '' } };
  await page.route('**/companies?*', (route) => route.fulfill(failure), { times: 1 });
  await linkTo(page, 'Companies').click();
  await button(page, 'Retry').click();
  await button(page, /^Edit /).waitFor();

  await page.route('**/employees?*', (route) => route.abort(), { times: 1 });
  await linkTo(page, 'Employees').click();
  await button(page, 'Retry').click();
  await button(page, /^Edit /).click();

  await page.route('**/employees/*', (route) => route.fulfill(failure), { times: 1 });
  const form = page.getByRole('dialog', { name: 'Edit Employee' });
  await form.getByLabel('Position').fill('Archivist');
  await button(form, 'Update Employee').click();
  await form.getByRole('alert').waitFor();
  await button(form, 'Cancel').click();
  await button(page, 'Discard').click();
  await form.waitFor({ state: 'detached' });
  await settle();
}

export async function reauthenticate({ page, server, goTo, settle }: Driver): Promise<void> {
  await goTo('Roles');
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  await server.ask('POST /auth/logout', { token: token ?? '' });
  await linkTo(page, 'Users').click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(server.users.administrator.password);
  await button(dialog, 'Sign in').click();
  await dialog.waitFor({ state: 'detached' });
  await settle();
}
