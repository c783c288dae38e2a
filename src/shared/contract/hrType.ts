/** The type of the URL that the HR sync sends to. A file of its own, because the first screens do without it. */
export const hrType = 'hr_system';
