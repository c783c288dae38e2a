import type { ListedUser } from '../../src/contract/entities/invitations.ts';
import type { RecordKind } from '../records/recordActions.ts';
import { searchedKinds } from '../records/search/searchedKinds.ts';
import { lockRights } from './roleQueries.ts';
import { findUser } from './userQueries.ts';

export const users: RecordKind<ListedUser> = {
  table: 'users',
  noun: 'User',
  edit: 'PUT /users/{id}',
  searched: searchedKinds.users,
  lock: lockRights,
  find: findUser,
  taken: { email: 'Email is already taken' },
};
