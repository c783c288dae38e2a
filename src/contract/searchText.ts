// What counts as found, on the server and in the browser alike: each word of the search begins a word of the record.
// Case and accents do not count: "muller" finds Müller.

/** Letters that stay one letter when accents are taken away. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ى: 'ي',
  ة: 'ه',
};

/** Accents, the vowel points of Arabic and Hebrew, the lengthener of Arabic; not the vowels of Indian scripts. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u3099\u309a]/g;
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');

/** Scripts that put no space between words: a word may begin at any letter. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

export const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Where words of a text may begin, as what follows: the end of a word where its script puts no spaces. */
export const wordStarts = (text: string): string[] =>
  wordsOf(text).flatMap((word) => {
    if (!unspaced.test(word)) return [word];
    const letters = [...word];
    return letters.map((_, index) => letters.slice(index).join(''));
  });

/** Nobody types more words than that, and each costs a comparison. */
const maxWords = 8;

export function searchedWords(query: string): string[] {
  return [...new Set(wordsOf(query))].slice(0, maxWords);
}

/** Whether texts of a record match a search. */
export function textMatcher(query: string): (texts: readonly string[]) => boolean {
  const wanted = searchedWords(query);
  return (texts) => {
    const starts = texts.flatMap(wordStarts);
    return wanted.every((word) => starts.some((start) => start.startsWith(word)));
  };
}
