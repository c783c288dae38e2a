/** 'access controller' as 'Access Controller'. */
export const titled = (words: string): string => words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
