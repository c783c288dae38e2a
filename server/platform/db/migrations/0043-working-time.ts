// Stores what a company checks of working time, as JSON; empty if it checks nothing.

export const oldProcess = 'goes on';

export const up = (): string => `alter table day_rules add column working_time text not null default '';`;
