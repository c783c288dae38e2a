// A device may send an offset that is none of its place: it can be told not to count, and which one it said last is
// known, so that another one shows.

import type { Dialect } from '../sql.ts';

export const oldProcess = { mustStop: 'it would take offsets that its rules are to ignore' };

export const up = (dialect: Dialect): string => `
alter table device_rules add column ignores_offset ${dialect === 'sqlite' ? 'integer' : 'boolean'} not null default false;
alter table devices add column said_offset integer;
`;
