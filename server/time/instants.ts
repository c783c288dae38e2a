// An instant is a text 'YYYY-MM-DD HH:MM:SS' in UTC wherever it is stored or compared.

export const instantOf = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');

export const dateOf = (instant: string): Date => new Date(`${instant.replace(' ', 'T')}Z`);

export const plusMinutes = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * 60_000);

/** As the API sends the instants of records that are not attendance; an absent one is the empty text. */
export const asUtc = (instant: string | null): string => (instant === null ? '' : `${instant.replace(' ', 'T')}Z`);
