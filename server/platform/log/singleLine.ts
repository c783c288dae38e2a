// Text from other systems, made fit to store and show: one line, limited in length, and without the characters
// that a database refuses (U+0000 and unpaired surrogates).

export const singleLine = (text: string): string =>
  text
    .slice(0, 200)
    .replace(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trim();
