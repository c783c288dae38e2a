// Which records a correction added or set aside, by index: whoever removed a correction read all attendance for it, and so
// did the check of its foreign keys.

export const up = (): string => `
create index attendance_by_adding on attendance (added_by) where added_by is not null;
create index attendance_by_setting_aside on attendance (set_aside_by) where set_aside_by is not null;
`;
