// The screens that each user saved under a name, in the order that they chose.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = 'goes on';

export const up = (dialect: Dialect): string => `
create table saved_views (
  id ${columnTypes[dialect].id},
  user_id bigint not null references users(id) on delete cascade,
  place bigint not null,
  name text not null,
  path text not null,
  query text not null,
  -- The role with which it is shared: its holders find the view among theirs.
  role_id bigint references roles(id) on delete set null
);
create index saved_views_by_user on saved_views (user_id, place, id);
create index saved_views_by_role on saved_views (role_id) where role_id is not null;`;
