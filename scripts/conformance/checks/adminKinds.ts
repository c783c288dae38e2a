// The kit's records that belong to no company: a setting, a role and a user.

import type { Role } from '../../../src/shared/contract/people.ts';
import type { User } from '../../../src/shared/contract/session.ts';
import type { Setting } from '../../../src/shared/contract/settings.ts';
import { emailOf, type Kind, type Marked, named, renamed, step, unpaged } from './kinds.ts';

export function settings({ client, mark }: Marked): Kind<Setting> {
  const key = `conformance_check_${mark}`;
  const body = { key, type: 'string', value: named(mark), description: named(mark), is_public: false } as const;
  const changed = { value: renamed(mark), description: renamed(mark), is_public: false };
  const create = (invalid: Partial<Record<keyof typeof body, string>>) => () =>
    client.call('POST /settings', { body: { ...body, ...invalid, type: 'string', is_public: false } });
  return {
    list: () => unpaged(client.call('GET /settings', {})),
    expected: { value: changed.value, description: changed.description },
    create: step(client, 'POST /settings', () => ({ body })),
    invalid: [
      ['value', create({ value: '' })],
      ['key', create({ key: '' })],
    ],
    // By id, as the console does.
    change: step(client, 'PUT /settings/{keyOrId}', (id) => ({ keyOrId: id, body: changed })),
    remove: step(client, 'DELETE /settings/{keyOrId}', (id) => ({ keyOrId: id })),
    isOfCompany: false,
  };
}

/** Of lowercase letters only. */
export const roleName = (mark: string) =>
  `conformance_${mark.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`;

export function roles({ client, mark }: Marked): Kind<Role> {
  const body = { name: roleName(mark), display_name: named(mark), description: named(mark), permissions: [] };
  const create = (invalid: Partial<typeof body>) => () => client.call('POST /roles', { body: { ...body, ...invalid } });
  return {
    list: (query) => client.call('GET /roles', { query }),
    expected: { display_name: renamed(mark) },
    create: step(client, 'POST /roles', () => ({ body })),
    invalid: [
      ['name', create({ name: '' })],
      ['display_name', create({ display_name: '' })],
    ],
    change: step(client, 'PUT /roles/{id}', (id) => ({ id, body: { ...body, display_name: renamed(mark) } })),
    remove: step(client, 'DELETE /roles/{id}', (id) => ({ id })),
    isOfCompany: false,
  };
}

export const accountOf = (mark: string) => ({ email: emailOf(mark), password: `Conformance ${mark}!` });

export function users({ client, mark }: Marked): Kind<User> {
  const body = { name: named(mark), ...accountOf(mark), roles: [], companies: [] };
  const { password: _, ...changed } = { ...body, name: renamed(mark) };
  const create = (invalid: Partial<typeof body>) => () => client.call('POST /users', { body: { ...body, ...invalid } });
  return {
    list: (query) => client.call('GET /users', { query }),
    expected: { name: renamed(mark) },
    create: step(client, 'POST /users', () => ({ body })),
    invalid: [
      ['password', create({ password: 'short' })],
      ['name', create({ name: '' })],
      ['email', create({ email: '' })],
    ],
    change: step(client, 'PUT /users/{id}', (id) => ({ id, body: changed })),
    remove: step(client, 'DELETE /users/{id}', (id) => ({ id })),
    isOfCompany: false,
  };
}
