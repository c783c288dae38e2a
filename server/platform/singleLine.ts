// What other systems say of what went wrong, as it is kept and shown: one line, and not too long. They may say
// what no database of ours stores: the character U+0000, or half a character.

export const foreignWords = (text: string): string =>
  text
    .slice(0, 200)
    .replace(/[\s\p{Cc}\p{Surrogate}]+/gu, ' ')
    .trim();
