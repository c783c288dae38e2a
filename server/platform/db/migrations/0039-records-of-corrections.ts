// Indexes the records that corrections add or set aside. Without it, removing a correction, and checking its foreign
// keys, read all attendance.

export const oldProcess = { mustStop: 'writes wait while all attendance is indexed' };

export const up = (): string => `
create index attendance_by_adding on attendance (added_by) where added_by is not null;
create index attendance_by_setting_aside on attendance (set_aside_by) where set_aside_by is not null;
`;
