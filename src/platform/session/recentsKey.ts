/** Where the browser keeps what a user opened last in the palette, until they sign out. */
export const recentsKey = (userId: number): string => `recent ${userId}`;
