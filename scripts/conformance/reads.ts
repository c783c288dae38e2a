// The arguments for every read call, on a server whose records are unknown.

import type { Args, ReadKey } from '../../src/shared/contract/calls.ts';
import { featureOf } from '../../src/shared/contract/access.ts';
import { isObject } from './client.ts';

/** The first record of each kind, by the first word of its path. */
export interface Examples {
  readonly ids: Partial<Record<string, number>>;
  readonly settingKey: string | undefined;
}

type Asked = { readonly [K in ReadKey]: (examples: Examples) => Args<K> | undefined };

const of =
  (kind: string) =>
  ({ ids }: Examples) => {
    const id = ids[kind];
    return id === undefined ? undefined : { id };
  };
/** Every person has a record. */
const sectionOf = (kind: string) => (examples: Examples) => {
  const args = of(kind)(examples);
  return args && { ...args, section: 'record' };
};
const noArguments = () => ({});
const firstPage = () => ({ query: { page: 1 } });

/** Lists come before the calls for their records. */
export const reads: Asked = {
  'GET /auth/user': noArguments,
  'GET /companies': firstPage,
  'GET /companies/all': noArguments,
  'GET /companies/{id}': of('companies'),
  'GET /companies/{id}/access-controllers': of('companies'),
  'GET /companies/{id}/employees': of('companies'),
  'GET /companies/{id}/urls': of('companies'),
  'GET /companies/{id}/hr-sync/config': of('companies'),
  'GET /companies/{id}/hr-sync/status': of('companies'),
  'GET /company-urls/health-statistics': noArguments,
  'GET /access-controllers': firstPage,
  'GET /access-controllers/{id}': of('access-controllers'),
  'GET /attendance': firstPage,
  'GET /attendance/{id}': of('attendance'),
  'GET /attendance/statistics': noArguments,
  'GET /attendance/revision': noArguments,
  'GET /attendance/count': noArguments,
  'GET /attendance/signing-key': noArguments,
  'GET /attention': noArguments,
  'GET /employees': firstPage,
  'GET /employees/{id}': of('employees'),
  'GET /settings': noArguments,
  'GET /settings/public': noArguments,
  'GET /settings/url-types': noArguments,
  'GET /settings/{keyOrId}': ({ settingKey }) => (settingKey ? { keyOrId: settingKey } : undefined),
  'GET /roles': firstPage,
  'GET /roles/{id}': of('roles'),
  'GET /permissions': noArguments,
  'GET /permissions/by-module': noArguments,
  'GET /users': firstPage,
  'GET /users/{id}': of('users'),
  'GET /users/{id}/companies': of('users'),
  'GET /users/permissions': noArguments,
  'GET /auth/second-factors': noArguments,
  'GET /users/{id}/second-factors': of('users'),
  'GET /timesheets': firstPage,
  'GET /timesheets/{id}': of('employees'),
  'GET /companies/{id}/day-rules': of('companies'),
  'GET /exceptions': firstPage,
  'GET /exceptions/counts': noArguments,
  'GET /corrections': firstPage,
  'GET /closed-months': noArguments,
  'GET /presence': firstPage,
  'GET /presence/summary': noArguments,
  'GET /roll-calls': firstPage,
  'GET /roll-calls/{id}': of('roll-calls'),
  'GET /devices': firstPage,
  'GET /devices/counts': noArguments,
  'GET /devices/waiting': noArguments,
  'GET /access-controllers/{id}/device': of('access-controllers'),
  'GET /access-controllers/{id}/device/events': of('access-controllers'),
  'GET /access-controllers/{id}/device/notes': of('access-controllers'),
  'GET /access-controllers/{id}/device/commands': of('access-controllers'),
  'GET /access-controllers/{id}/device/reconciliation': of('access-controllers'),
  'GET /unknown-codes': firstPage,
  'GET /employee-codes': firstPage,
  'GET /invitations': noArguments,
  'GET /single-sign-on': noArguments,
  'GET /employees/{id}/personal-data': of('employees'),
  'GET /employees/{id}/personal-data/{section}': sectionOf('employees'),
  'GET /users/{id}/personal-data': of('users'),
  'GET /users/{id}/personal-data/{section}': sectionOf('users'),
  'GET /audit': noArguments,
  'GET /audit/{id}': of('audit'),
  'GET /audit/head': noArguments,
  'GET /audit/chain': () => ({ query: { limit: 10 } }),
  'GET /sessions': noArguments,
  'GET /users/{id}/sessions': of('users'),
  'GET /api-tokens': noArguments,
  'GET /api-tokens/choices': noArguments,
  'GET /user-api-tokens': firstPage,
  'GET /privacy/rules': noArguments,
  'GET /legal-holds': noArguments,
  'GET /privacy/people': firstPage,
  'GET /views': noArguments,
  'GET /hr-connectors': noArguments,
  'GET /companies/{id}/hr-connection': of('companies'),
  'GET /companies/{id}/hr-people': of('companies'),
  'GET /hr-sync/companies': noArguments,
  'GET /hr-sync/companies/{id}/status': of('companies'),
  'GET /hr-sync/schedule/status': noArguments,
};

const isReadKey = (key: string): key is ReadKey => key in reads;
export const readKeys: readonly ReadKey[] = Object.keys(reads).filter(isReadKey);

/** Without calls beyond the specification that the server does not announce. */
export const expectedReads = (features: readonly string[]): readonly ReadKey[] =>
  readKeys.filter((key) => {
    const feature = featureOf(key);
    return !feature || features.includes(feature);
  });

/** The records in a decoded answer: the rows of a page or list, the entries of the audit, or the single record. */
export function rowsOf(data: unknown): readonly Record<string, unknown>[] {
  const rows = isObject(data) ? [data.data, data.entries].find(Array.isArray) : data;
  return (Array.isArray(rows) ? rows : [rows ?? data]).filter(isObject);
}

/** 'companies' for 'GET /companies/{id}/urls' */
export const kindOf = (key: string) => key.split('/')[1] ?? '';
