// How many records a page holds: '' leaves it to the server. What was chosen last applies until the address says another.

export const pageSizes: readonly string[] = ['25', '50', '100', '200'];

export const pageSizeKey = 'attendance_page_size';

/** '' for what nobody could have chosen. */
export const offeredPageSize = (size: string | null): string => (size && pageSizes.includes(size) ? size : '');

/** That of the person who used this browser last, as the list is asked for before it is known who is signed in. */
export const chosenPageSize = (): string => offeredPageSize(localStorage.getItem(pageSizeKey));
