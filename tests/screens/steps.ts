// Steps shared by tests of several screens.

import { allByRole, byRole, click, field, text, type, until } from '../support/console/render.tsx';

/** Clicks the button with this name and returns the dialog that it opens. */
export async function openDialog(button: string | RegExp, title: string): Promise<HTMLElement> {
  await click(await until(() => byRole('button', button)));
  return until(() => byRole('dialog', title));
}

export async function fill(values: Record<string, string>, within?: HTMLElement): Promise<void> {
  for (const [label, value] of Object.entries(values)) await type(field(label, within), value);
}

/** Waits for the button, which may have to load, and clicks it. */
export const clickButton = async (name: string | RegExp, within?: HTMLElement) =>
  click(await until(() => byRole('button', name, within)));

/** The error shown at a field. */
export function errorAt(label: string, within?: HTMLElement): string {
  const input = field(label, within);
  if (input.getAttribute('aria-invalid') !== 'true') return '';
  return document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
}

export const optionsOf = (label: string, within?: HTMLElement): string[] =>
  [...field(label, within).querySelectorAll('option')].map((option) => option.textContent ?? '');

export const untilText = (words: string) => until(() => text().includes(words));

export const card = (title: string) => until(() => byRole('article', title));

export const cardTitles = () => allByRole('article').map((article) => article.querySelector('h2')?.textContent);
