// Indexes for the pages of the audit, newest first by time, and when its last hash was mailed.

export const oldProcess = { mustStop: 'writes wait while the audit is indexed' };

export const up = (): string => `
drop index audit_by_user;
drop index audit_by_action;
drop index audit_by_subject;
create index audit_by_person on audit (user_id, at, id);
create index audit_by_deed on audit (action, at, id);
create index audit_by_thing on audit (subject, at, id);
create index audit_by_record on audit (subject, subject_id, at, id);
alter table audit_head add column mailed_on text not null default '';
`;
