// The screens that refresh themselves: those about this moment, and those of which a person wants it. The browser keeps
// what a person chose differently.

import { paths } from '../../platform/boot/paths.ts';

const storageKey = 'auto_refresh';

const isAboutNow = (path: string): boolean => path === paths.presence || path === paths.devices;

function chosenPaths(): string[] {
  return (localStorage.getItem(storageKey) ?? '').split(' ').filter(Boolean);
}

export const setsAutoRefresh = (path: string): boolean => chosenPaths().includes(path) !== isAboutNow(path);

export function storeAutoRefresh(path: string, isOn: boolean): void {
  const others = chosenPaths().filter((chosen) => chosen !== path);
  localStorage.setItem(storageKey, [...others, ...(isOn === isAboutNow(path) ? [] : [path])].join(' '));
}
