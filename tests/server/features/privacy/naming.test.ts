// Which texts name a person, and what remains of them.

import { expect, test } from 'vitest';
import { namingOf } from '../../../../server/features/privacy/erasure/identity.ts';
import { exists, sql } from '../../../../server/platform/db/db.ts';
import { createSqlite, openFresh } from '../../../support/server/testDatabase.ts';

const naming = namingOf({
  names: ['Ann Mary Größ', 'ann.g@x.example', 'Max'],
  codes: ['0042', '7'],
  tombstone: 'Erased employee 3',
});

test.each([
  ['Ann Mary Größ', 'Erased employee 3'],
  ['ANN MARY GRÖSS and ann mary größ', 'Erased employee 3 and Erased employee 3'],
  ['Größ, Ann Mary is ill', 'Erased employee 3 is ill'],
  ['q=Ann+Mary+Gr%C3%B6%C3%9F&page=2', 'q=Erased employee 3&page=2'],
  ['Mail to Ann.G@x.example.', 'Mail to Erased employee 3.'],
  [' max ', 'Erased employee 3'],
  ['0042', 'Erased employee 3'],
  ['With Ann Mary Gro\u0308ß', 'With Erased employee 3'],
  ['With An\u200bn Ma\u00adry Größ\ufeff', 'With Erased employee 3'],
  ['q=Ann+Mary+Gro%CC%88%C3%9F', 'q=Erased employee 3'],
])('%j names the person', (text, without) => {
  expect([naming.isNamed(text), naming.without(text)]).toEqual([true, without]);
});

test.each(['', '7', 'The maximum of Max', 'Joann Mary Größ', 'Ann Mary Größer', '00421', 'mann.g@x.example'])(
  '%j names somebody else or nobody',
  (text) => {
    expect([naming.isNamed(text), naming.without(text)]).toEqual([false, text]);
  },
);

test('a name that was entered in parts is found as one, and the other way round', () => {
  const zoe = namingOf({ names: ['Zoe\u0308 Stone'], codes: [], tombstone: 'X' });
  for (const text of ['Zoë Stone', 'Zoe\u0308 Stone', 'ZOË STONE']) expect(zoe.without(text)).toBe('X');
});

test.each([
  ['Işıl Yılmaz', 'IŞIL YILMAZ', 'ışıl yılmaz'],
  ['İpek Yiğit', 'İPEK YİĞİT', 'ipek yiğit', 'İpek Yiğit'.toLowerCase(), 'IPEK YIĞIT'],
  ['Uwe Strauß', 'UWE STRAUSS', 'Uwe Strauss'],
  ['Γιώργος Παππάς', 'ΓΙΩΡΓΟΣ ΠΑΠΠΑΣ', 'ΓΙΏΡΓΟΣ ΠΑΠΠΆΣ'],
])('%s is found in the capitals and small letters of any language', (name, ...texts) => {
  const found = namingOf({ names: [name], codes: [], tombstone: 'X' });
  for (const text of texts) expect([found.without(text), found.without(`by ${text}, ill`)]).toEqual(['X', 'by X, ill']);
});

test('a text that names nobody stays as it is, character by character', () => {
  for (const text of ['Gro\u0308ßer', 'no\u200bbody']) expect(naming.without(text)).toBe(text);
});

test('a hyphen in a name or an address is only a hyphen', () => {
  const lee = namingOf({ names: ['Ann-Lee Ray', 'ann-lee@north-sea.example'], codes: [], tombstone: 'X' });
  expect(lee.without('Ann-Lee Ray, ann-lee@north-sea.example')).toBe('X, X');
  expect(lee.isNamed('Ann Lee Ray')).toBe(false);
});

test.each(['-', '.', '%20', '_+'])('a name with many parts such as %j takes no time to look for', (sign) => {
  const odd = namingOf({ names: [`Ann${` ${sign}`.repeat(60)} Lee`], codes: [], tombstone: 'X' });
  expect(odd.isNamed(`Ann${sign.repeat(300)}Ray`)).toBe(false);
  expect(odd.without(`Ann ${sign} Lee, Ann`)).toBe('X, Ann');
  const none = namingOf({ names: [`Ann ${sign}`, `${sign} ${sign}`], codes: [], tombstone: 'X' });
  expect(none.isNamed(`Ann ${sign}`)).toBe(true);
  expect(none.without(`Ann ${sign} ${sign} Ray`)).toBe(`Ann ${sign} ${sign} Ray`);
});

test('a name of special characters and brackets is only a text', () => {
  const odd = namingOf({ names: ['A (B) [C] .* $ ^ \\ | {2}'], codes: ['(((('], tombstone: 'X' });
  expect(odd.isNamed('say A (B) [C] .* $ ^ \\ | {2} now')).toBe(true);
  expect(odd.isNamed('anything else')).toBe(false);
});

test('a person with hundreds of former names is searched for by each', async () => {
  const names = Array.from({ length: 700 }, (_, index) => `Ann${index} Smith${index}`);
  const { mayName } = namingOf({ names, codes: [], tombstone: 'X' });
  const db = await openFresh(createSqlite);
  const isFound = (text: string) =>
    exists(db, sql`select 1 from (select ${text} as said) texts where ${mayName(sql`said`)}`);
  expect([await isFound('by Ann0 Smith0'), await isFound('Smith699, Ann699'), await isFound('Bob')]).toEqual([
    true,
    true,
    false,
  ]);
  await db.close();
});
