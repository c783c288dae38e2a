// What goes wrong on a day: answers that fail, and sessions that end.

import { button, type Desk, linkTo } from '../desk.ts';

/** What the browser's console says of failures on purpose. */
export const expectedProblems = [/status of 401/, /status of 500/, /ERR_FAILED/];

export async function meetFailures({ page, settle }: Desk): Promise<void> {
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

/** The session ends, and the password is asked for over the screen. */
export async function signInAgain({ page, office, goTo, settle }: Desk): Promise<void> {
  await goTo('Roles');
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  await office.ask('POST /auth/logout', { token: token ?? '' });
  await linkTo(page, 'Users').click();
  const question = page.getByRole('dialog', { name: 'Sign in again' });
  await question.getByLabel('Password', { exact: true }).fill(office.people.administrator.password);
  await button(question, 'Sign in').click();
  await question.waitFor({ state: 'detached' });
  await settle();
}
