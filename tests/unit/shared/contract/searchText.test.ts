// What a search finds: beginnings of words, ignoring case and accents, in every script.

import { describe, expect, test } from 'vitest';
import { folded, searchedWords, sortKey, startsOf, textMatcher } from '../../../../src/shared/contract/searchText.ts';

const finds = (query: string, ...texts: string[]) => textMatcher(query)(texts);

test.each([
  ['mull', 'Jürgen Müller'],
  ['DVORAK ant', 'Antonín Dvořák'],
  ['strasse', 'Große Straße'],
  ['STRAẞE', 'Große Straße'],
  ['bjorn oster', 'Bjørn Østergård'],
  ['isik', 'IŞIK'],
  ['ışık', 'Isik'],
  ['istanbul', 'İstanbul'],
  ['елк', 'Иван Ёлкин'],
  ['ёлкин', 'Елкин'],
  ['οδος', 'ΟΔΟΣ'],
  ['οδόσ', 'Οδός'],
  ['احمد', 'أحمد الشامي'],
  ['محمّد', 'محمد'],
  ['کریم', 'كريم'],
  ['١٢', '0012'],
  ['12', '۱۲۳'],
  ['田', '山田太郎'],
  ['太郎', '山田太郎'],
  ['がく', 'かくしゅう'],
  ['김', '남김수'],
  ['ｍｕ', 'Muller'],
  ['brien', "Siobhán O'Brien"],
  ['hr', 'read_hr'],
  ['ann example', 'ann@acme.example'],
  ['42', '00042'],
  ['00042', '00042'],
  ['anna', 'x', 'Anna'],
  ['', 'Anna'],
  [' - ', 'Anna'],
])('"%s" finds %j', (query, ...texts) => {
  expect(finds(query, ...texts)).toBe(true);
});

test.each([
  ['uller', 'Müller'],
  ['muller x', 'Müller'],
  ['nn', 'Anna'],
  ['042', '00042'],
  ['a', ''],
  ['田山', '山田太郎'],
])('"%s" does not find %j', (query, text) => {
  expect(finds(query, text)).toBe(false);
});

describe('10,000 characters', () => {
  test('of one word match on its first forty, which is all that is kept of a word', () => {
    const long = 'x'.repeat(10_000);
    expect(startsOf([long])).toEqual(['x'.repeat(40)]);
    expect([finds(long, 'x'.repeat(40)), finds(long, 'x'.repeat(39))]).toEqual([true, false]);
  });

  test('of many words are as many as eight', () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `w${index}`).join(' ');
    expect(searchedWords(words)).toHaveLength(8);
  });

  test('of a script without spaces begin a word at each letter', () => {
    const starts = startsOf(['山田'.repeat(5_000)]);
    expect(starts.every((start) => start.length <= 40)).toBe(true);
    expect(finds('田山田山', '山田'.repeat(5_000))).toBe(true);
  });
});

test('a word that begins another searched word says nothing more', () => {
  expect(searchedWords('a ann Anna b')).toEqual(['anna', 'b']);
});

test('names are in order by their letters, and numbers in them by their value', () => {
  const names = ['Zoë', 'Ärzte', 'door 10', 'Door 9', 'adam', 'Ökonom'];
  const ordered = names.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  expect(ordered).toEqual(['adam', 'Ärzte', 'Door 9', 'door 10', 'Ökonom', 'Zoë']);
  expect(sortKey('Door 009')).toBe(sortKey('DOOR 9'));
});

test('plain text is folded like any other', () => {
  expect(folded('Plain ASCII Text 42')).toBe(folded('Plain ASCII Text 42 é').slice(0, -2));
});
