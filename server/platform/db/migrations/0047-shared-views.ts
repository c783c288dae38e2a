// The role with which somebody shares a saved view: its holders find it among theirs.

export const oldProcess = 'goes on';

export const up = (): string => `
alter table saved_views add column role_id bigint references roles(id) on delete set null;
create index saved_views_by_role on saved_views (role_id) where role_id is not null;
`;
