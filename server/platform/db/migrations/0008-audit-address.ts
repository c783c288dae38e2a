// The address that a request came from. Null in entries of jobs, commands and earlier versions: their hash covers the
// other columns only.

export const oldProcess = 'goes on';

export const up = (): string => 'alter table audit add column address text;';
