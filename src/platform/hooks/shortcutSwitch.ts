// Turns single-character shortcuts on or off in this browser, as speech input or a slip of the hand can trigger them.

import { useSyncExternalStore } from 'react';

const storageKey = 'shortcuts';
const listeners = new Set<() => void>();

export const areShortcutsOn = (): boolean => localStorage.getItem(storageKey) !== 'off';

export function switchShortcuts(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, areShortcutsOn);
