// What stands between the cells of a row.

export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];
