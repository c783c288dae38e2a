// Keeps what a person opened last in the palette in this browser, until they sign out. Of a record only its kind, id
// and label are kept.

import { recentsKey } from '../../platform/session/session.tsx';
import type { Result } from './result.ts';

export type Recent = Pick<Result, 'kind' | 'id' | 'label'>;

const most = 6;

function isRecent(value: unknown): value is Recent {
  const has = (field: string) =>
    typeof value === 'object' && value !== null && typeof Reflect.get(value, field) === 'string';
  return has('kind') && has('id') && has('label');
}

export function recentsOf(userId: number): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(recentsKey(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, most) : [];
  } catch {
    return []; // not ours, or cut off
  }
}

export function remember(userId: number, { kind, id, label }: Recent): void {
  const others = recentsOf(userId).filter((recent) => recent.kind !== kind || recent.id !== id);
  localStorage.setItem(recentsKey(userId), JSON.stringify([{ kind, id, label }, ...others].slice(0, most)));
}
