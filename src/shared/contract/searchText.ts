// Search matching, the same on server and browser: each word of the search must begin a word of the record. Case and
// accents are ignored, so that "muller" finds Müller. The server stores the words of its records: after a change here,
// a migration must set their `sort_name` to null, which makes the server store them again.

/** Letters that removing accents does not simplify, and digits of other scripts. */
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
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ...digitsOf('٠١٢٣٤٥٦٧٨٩'),
  ...digitsOf('۰۱۲۳۴۵۶۷۸۹'),
};

function digitsOf(digits: string): Record<string, string> {
  return Object.fromEntries([...digits].map((digit, value) => [digit, String(value)]));
}

/** Accents, Arabic and Hebrew vowel points, and the Arabic tatweel, but not the vowels of Indian scripts. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u3099\u309a]/g;
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');
const ascii = /^\p{ASCII}*$/u;

export const folded = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(marks, '')
        .toLowerCase()
        .replace(special, (letter) => plainLetters[letter] ?? letter)
        .normalize('NFC');

/** Returns a key for sorting names, with numbers by value. */
export const sortKey = (name: string): string =>
  folded(name)
    .trim()
    .replace(/\d+/g, (digits) => withoutZeros(digits).padStart(10, '0'));

const withoutZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '');

/** Bounds the index: people do not type longer words. */
const maxLetters = 40;
const cut = (word: string) => (word.length <= maxLetters ? word : [...word].slice(0, maxLetters).join(''));

/** Scripts without spaces between words, in which a word may begin at any letter. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * Returns the rest of a word from each place where a search may begin: every letter of an unspaced script, and after a
 * number's leading zeros.
 */
function startsOfWord(word: string): string[] {
  if (/^0\d+$/.test(word)) return [cut(word), cut(withoutZeros(word))];
  if (!unspaced.test(word)) return [cut(word)];
  const letters = [...word];
  return letters.map((_, index) => letters.slice(index, index + maxLetters).join(''));
}

/** Returns what a search is compared with. Worth keeping if many records are searched. */
export const startsOf = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap(wordsOf).flatMap(startsOfWord)),
];

export const initialOf = (word: string): string => String.fromCodePoint(word.codePointAt(0) ?? 0);

/** Bounds a search: each word costs a comparison, and people do not type more. */
const maxWords = 8;

/** Returns the words that a record must have, leaving out any that another one begins with. */
export function searchedWords(query: string): string[] {
  const words = [...new Set(wordsOf(query).map(cut))];
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word))).slice(0, maxWords);
}

function startsMatcher(query: string): (starts: readonly string[]) => boolean {
  const words = searchedWords(query);
  return (starts) => words.every((word) => starts.some((start) => start.startsWith(word)));
}

export function textMatcher(query: string): (texts: readonly string[]) => boolean {
  if (searchedWords(query).length === 0) return () => true;
  const matches = startsMatcher(query);
  return (texts) => matches(startsOf(texts));
}
