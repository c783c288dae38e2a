// Remembers in this browser what a user last opened in the palette, until they sign out. Only kind, id and label of a
// record are kept.

import { keepInBrowser } from '../../platform/boot/siteData.ts';
import { recentsKey } from '../../platform/session/session.tsx';
import { type Decoded, list, nonEmptyText, object } from '../../shared/contract/decode.ts';

const recents = list(object({ kind: nonEmptyText, id: nonEmptyText, label: nonEmptyText }));
type Recents = Decoded<typeof recents>;

const most = 6;

export function recentsOf(userId: number): Recents {
  try {
    return recents(JSON.parse(localStorage.getItem(recentsKey(userId)) ?? '[]')).slice(0, most);
  } catch {
    return []; // not ours, or truncated
  }
}

export function remember(userId: number, { kind, id, label }: Recents[number]): void {
  const others = recentsOf(userId).filter((recent) => recent.kind !== kind || recent.id !== id);
  keepInBrowser(recentsKey(userId), JSON.stringify([{ kind, id, label }, ...others].slice(0, most)));
}
