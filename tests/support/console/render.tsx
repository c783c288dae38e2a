// Renders into the document and uses the page as a person would: finds by role and name, clicks, types, waits.

import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { unstable_IdlePriority as idle, unstable_scheduleCallback as schedule } from 'scheduler';
import { afterPaint } from '../../../src/platform/hooks/afterPaint.ts';
import { currentToasts, dismiss } from '../../../src/platform/hooks/toasts.ts';

let roots: { root: Root; place: HTMLElement }[] = [];

export async function render(content: ReactNode): Promise<HTMLElement> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  roots.push({ root, place });
  await act(async () => root.render(content));
  return place;
}

export async function cleanup(): Promise<void> {
  const mounted = roots;
  roots = [];
  await act(async () => {
    for (const { root } of mounted) root.unmount();
  });
  for (const { place } of mounted) place.remove();
}

/** Cleans up after a test, since the files of one process share the page, its storage and its toasts. */
export async function closePage(): Promise<void> {
  await cleanup();
  for (const { id } of currentToasts().messages) dismiss(id);
  localStorage.clear();
}

const implicitRoles: Record<string, string> = {
  a: 'a[href]',
  alert: '[role=alert]',
  alertdialog: 'dialog[role=alertdialog]',
  article: 'article',
  button: 'button, input[type=submit]',
  checkbox: 'input[type=checkbox]',
  combobox: 'select, [role=combobox]',
  dialog: 'dialog:not([role=alertdialog])',
  group: 'fieldset, [role=group]',
  heading: 'h1, h2, h3, h4',
  img: 'img, [role=img]',
  link: 'a[href]',
  list: 'ul, ol',
  listitem: 'li',
  main: 'main',
  navigation: 'nav',
  radio: 'input[type=radio]',
  region: '[role=region], section[aria-label], section[aria-labelledby]',
  row: 'tr',
  status: '[role=status]',
  table: 'table',
  textbox:
    'input:not([type]), input[type=text], input[type=email], input[type=url], input[type=tel], input[type=password], input[type=number], input[type=date], input[type=time], input[type=search], textarea',
};

/** An element's accessible name, approximately. */
export function nameOf(element: Element): string {
  const labelledBy = element.getAttribute('aria-labelledby');
  const fromIds = labelledBy
    ?.split(/\s+/)
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
  const labels = element.id ? [...document.getElementsByTagName('label')] : [];
  const label = labels.find((one) => one.htmlFor === element.id);
  const legend = element.tagName === 'FIELDSET' ? element.querySelector('legend') : null;
  const words =
    fromIds ||
    element.getAttribute('aria-label') ||
    label?.textContent ||
    legend?.textContent ||
    element.closest('label')?.textContent ||
    element.textContent ||
    element.getAttribute('title') ||
    '';
  return words.replace(/\s+/g, ' ').trim();
}

type Name = string | RegExp;
const matches = (element: Element, name: Name | undefined) =>
  name === undefined || (typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element)));

const isShown = (element: Element) => !element.closest('[hidden], [aria-hidden=true]');

export function allByRole(role: string, name?: Name, within: ParentNode = document): HTMLElement[] {
  const selector = implicitRoles[role] ?? `[role=${role}]`;
  return [...within.querySelectorAll<HTMLElement>(selector)].filter((e) => isShown(e) && matches(e, name));
}

export function maybeByRole(role: string, name?: Name, within?: ParentNode): HTMLElement | undefined {
  return allByRole(role, name, within)[0];
}

export function byRole(role: string, name?: Name, within?: ParentNode): HTMLElement {
  const found = allByRole(role, name, within);
  if (found.length === 1 && found[0]) return found[0];
  const others = allByRole(role, undefined, within).map(nameOf);
  throw new Error(
    `${found.length} elements of role ${role} are named ${String(name)}; there are: ${others.join(' | ')}`,
  );
}

/** The field with this label. */
export function field(label: Name, within: ParentNode = document): HTMLInputElement {
  const fields = within.querySelectorAll<HTMLInputElement>('input, select, textarea');
  const withoutMark = (element: Element) => nameOf(element).replace(/\s*(\*|\(required\))$/, '');
  const found = [...fields].filter((element) =>
    typeof label === 'string' ? withoutMark(element) === label : label.test(nameOf(element)),
  );
  if (found.length === 1 && found[0]) return found[0];
  throw new Error(
    `${found.length} fields are labelled ${String(label)}; there are: ${[...fields].map(nameOf).join(' | ')}`,
  );
}

export async function click(element: Element): Promise<void> {
  await act(async () => {
    if (element instanceof HTMLElement) {
      element.focus();
      element.click();
    }
  });
}

/** Sets a field's value as typing would, so React notices. */
export async function type(element: HTMLElement, value: string): Promise<void> {
  // Typing into a read-only field changes nothing, as in a browser.
  if (element.matches('[readonly]')) return;
  await act(async () => {
    element.focus();
    const prototype = Object.getPrototypeOf(element);
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

export async function press(element: Element, key: string, more: KeyboardEventInit = {}): Promise<void> {
  await act(async () => {
    element.dispatchEvent(new KeyboardEvent('keydown', { ...more, key, bubbles: true, cancelable: true }));
  });
}

/** Waits until `find` returns something other than null, undefined or false; until then it may throw. */
export async function until<T>(find: () => T | false | null | undefined, patience = 30_000): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      const found = find();
      if (found !== false && found !== undefined && found !== null) return found;
      if (Date.now() > end) throw new Error(`Still ${String(found)}: ${find.toString()}\n${document.body.textContent}`);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await act(async () => new Promise((resolve) => setTimeout(resolve, 10)));
  }
}

/** The text of an element, with single spaces. */
export const text = (within: Element = document.body): string => (within.textContent ?? '').replace(/\s+/g, ' ');

/** Waits until a screen has been painted and takes the focus; in the middle of a step that would interrupt it. */
export async function firstFrame(): Promise<void> {
  await act(async () => new Promise<void>((resolve) => void afterPaint(resolve)));
}

export async function settle(): Promise<void> {
  await act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
}

/** Resolves when React's scheduler has nothing else to do: it starts an idle task after all others. */
const reactIsIdle = () => new Promise<void>((resolve) => void schedule(idle, resolve));

/**
 * Takes a step and waits until React has nothing left to do. React's own `act` exists only in its development build,
 * but screens are tested with its production build.
 */
export async function act(step: () => unknown): Promise<void> {
  await step();
  // Twice: updates reach the scheduler in a microtask, and their work may cause more.
  await reactIsIdle();
  await reactIsIdle();
}
