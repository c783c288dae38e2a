// The permissions that roles can have, and those of the caller.

import type { PermissionEntry } from '../../../src/shared/contract/people.ts';
import { listPermissions } from './permissionQueries.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';

export const permissionHandlers = {
  'GET /permissions': {
    allow: 'roles.view',
    async handle({ db }) {
      return { data: await listPermissions(db) };
    },
  },

  'GET /permissions/by-module': {
    allow: 'roles.view',
    async handle({ db }) {
      const modules: Record<string, PermissionEntry[]> = {};
      for (const permission of await listPermissions(db)) (modules[permission.module] ??= []).push(permission);
      return { data: modules };
    },
  },

  'GET /users/permissions': {
    allow: 'signedIn',
    async handle({ caller }) {
      return { data: [...caller.permissions].sort() };
    },
  },
} satisfies Partial<Handlers>;
