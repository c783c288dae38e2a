// Matches searches, on the server and in the browser alike: each word of the search begins a word of the record. Case
// and accents do not count: "muller" finds Müller. The server stores the words of its records: after a change here, a
// migration must set their `sort_name` to null, which makes it store them anew.

/** Letters that stay one letter when accents are taken away, and digits of other scripts. */
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

/** Accents, the vowel points of Arabic and Hebrew, the lengthener of Arabic; not the vowels of Indian scripts. */
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

/** Orders names: numbers by their value, everything else by its letters. */
export const sortKey = (name: string): string =>
  folded(name)
    .trim()
    .replace(/\d+/g, (digits) => withoutZeros(digits).padStart(10, '0'));

const withoutZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '');

/** Limit of an index: nobody types more letters of a word. */
const maxLetters = 40;
const cut = (word: string) => (word.length <= maxLetters ? word : [...word].slice(0, maxLetters).join(''));

/** Scripts that put no space between words: a word may begin at any letter. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * Cuts a word into the rest from each place where a search may begin: any letter of an unspaced script, and after the
 * zeros of a number.
 */
function startsOfWord(word: string): string[] {
  if (/^0\d+$/.test(word)) return [cut(word), cut(withoutZeros(word))];
  if (!unspaced.test(word)) return [cut(word)];
  const letters = [...word];
  return letters.map((_, index) => letters.slice(index, index + maxLetters).join(''));
}

/** Beginnings of a record's words: what a search compares, worth keeping where many records are searched. */
export const startsOf = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap(wordsOf).flatMap(startsOfWord)),
];

export const initialOf = (word: string): string => String.fromCodePoint(word.codePointAt(0) ?? 0);

/** Limit of a search: nobody types more words, and each costs a comparison. */
const maxWords = 8;

/** Returns the words that a record must have, without those that another one begins with. */
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
