import type { ListedUser } from '../../../src/shared/contract/people.ts';
import type { RecordKind } from '../../platform/records/recordActions.ts';
import { searchedKinds } from '../../platform/records/search/searchedKinds.ts';
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
