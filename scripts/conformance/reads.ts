// Every call that only reads, with what it takes to ask it on a server whose records are not known before.

import type { Args, ReadKey } from '../../src/contract/endpoints.ts';
import { isObject } from './ask.ts';

/** The first record of each kind, by the word that its path begins with. */
export interface Places {
  readonly ids: Partial<Record<string, number>>;
  readonly settingKey: string | undefined;
}

type Asked = { readonly [K in ReadKey]: (places: Places) => Args<K> | undefined };

const of =
  (kind: string) =>
  ({ ids }: Places) => {
    const id = ids[kind];
    return id === undefined ? undefined : { id };
  };
const plainly = () => ({});
const firstPage = () => ({ query: { page: 1 } });

/** Lists stand before what is asked about their records. */
export const reads: Asked = {
  'GET /auth/user': plainly,
  'GET /companies': firstPage,
  'GET /companies/all': plainly,
  'GET /companies/{id}': of('companies'),
  'GET /companies/{id}/access-controllers': of('companies'),
  'GET /companies/{id}/employees': of('companies'),
  'GET /companies/{id}/urls': of('companies'),
  'GET /companies/{id}/hr-sync/config': of('companies'),
  'GET /companies/{id}/hr-sync/status': of('companies'),
  'GET /company-urls/health-statistics': plainly,
  'GET /access-controllers': firstPage,
  'GET /access-controllers/{id}': of('access-controllers'),
  'GET /attendance': firstPage,
  'GET /attendance/{id}': of('attendance'),
  'GET /attendance/statistics': plainly,
  'GET /employees': firstPage,
  'GET /employees/{id}': of('employees'),
  'GET /settings': plainly,
  'GET /settings/public': plainly,
  'GET /settings/url-types': plainly,
  'GET /settings/{key}': ({ settingKey }) => (settingKey ? { key: settingKey } : undefined),
  'GET /roles': firstPage,
  'GET /roles/{id}': of('roles'),
  'GET /permissions': plainly,
  'GET /permissions/by-module': plainly,
  'GET /users': firstPage,
  'GET /users/{id}': of('users'),
  'GET /users/{id}/companies': of('users'),
  'GET /users/permissions': plainly,
  'GET /hr-sync/companies/{id}/status': of('companies'),
  'GET /hr-sync/schedule/status': plainly,
};

const isReadKey = (key: string): key is ReadKey => key in reads;
export const readKeys: readonly ReadKey[] = Object.keys(reads).filter(isReadKey);

/** What a decoded answer holds: the rows of a page or of a list, or the one record that it is. */
export function rowsOf(data: unknown): readonly Record<string, unknown>[] {
  const rows = isObject(data) && Array.isArray(data.data) ? data.data : data;
  return (Array.isArray(rows) ? rows : [rows]).filter(isObject);
}

/** 'companies' of 'GET /companies/{id}/urls' */
export const kindOf = (key: string) => key.split('/')[1] ?? '';
