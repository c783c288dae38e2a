// Keeps what a person opened last in the palette in this browser, until they sign out. Of a record only its kind, id
// and label are kept.

import { keep } from '../../platform/boot/siteData.ts';
import { recentsKey } from '../../platform/session/session.tsx';
import { type Decoded, list, nonEmptyText, object } from '../../shared/contract/decode.ts';

const recents = list(object({ kind: nonEmptyText, id: nonEmptyText, label: nonEmptyText }));
type Recents = Decoded<typeof recents>;

const most = 6;

export function recentsOf(userId: number): Recents {
  try {
    return recents(JSON.parse(localStorage.getItem(recentsKey(userId)) ?? '[]')).slice(0, most);
  } catch {
    return []; // not ours, or cut off
  }
}

export function remember(userId: number, { kind, id, label }: Recents[number]): void {
  const others = recentsOf(userId).filter((recent) => recent.kind !== kind || recent.id !== id);
  keep(recentsKey(userId), JSON.stringify([{ kind, id, label }, ...others].slice(0, most)));
}
