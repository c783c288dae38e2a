const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** ISO weekdays: 1 for Monday to 7 for Sunday. */
export const weekdayOptions = names.map((label, index) => ({ value: index + 1, label }));
