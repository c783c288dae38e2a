// Counts as people read them: '1,234'. By hand, because the browser's formatter takes longer to be made than the
// screen that shows the first count.

export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
