// The screens that a person lets refresh themselves, kept in the browser.

const storageKey = 'auto_refresh';

function chosenPaths(): string[] {
  return (localStorage.getItem(storageKey) ?? '').split(' ').filter(Boolean);
}

export const setsAutoRefresh = (path: string): boolean => chosenPaths().includes(path);

export function storeAutoRefresh(path: string, isOn: boolean): void {
  const others = chosenPaths().filter((chosen) => chosen !== path);
  localStorage.setItem(storageKey, [...others, ...(isOn ? [path] : [])].join(' '));
}
