import type { Page } from 'playwright-core';

interface Person {
  readonly email: string;
  readonly password: string;
}

/** By the form. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
