// A page of a list, with the words of all records stored.

import type { Db } from '../../db/db.ts';
import { type FoundPage, findPage } from './findPage.ts';
import { storeMissingWords } from './searchIndex.ts';

/** Words are hardly ever missing, so the page itself tells, and is looked for again. */
export async function findListed(db: Db, ...asked: Asked): Promise<FoundPage> {
  const found = await findPage(db, ...asked);
  if (!found.lacks_words) return found;
  const [kind] = asked;
  await storeMissingWords(db, kind);
  return findPage(db, ...asked);
}

type Asked = Parameters<typeof findPage> extends [unknown, ...infer Rest] ? Rest : never;
