/** Sentence for a script that should sign in as somebody who has a second factor. */
export const askedForFactor =
  'This account has a second factor, which a script cannot answer. Please use an account without one';
