// How Odoo is called and answers: JSON-2 as version 19 speaks it, and JSON-RPC as version 17 does.

import type { OutboundAnswer, SafeRequest } from '../../../server/platform/http/outbound.ts';
import { OdooFault } from './odooRules.ts';

/** The parameters of all methods that the fake has. */
export interface Params {
  readonly ids?: readonly number[];
  readonly vals_list?: readonly { employee_id: number; check_in: string; check_out?: string }[];
  readonly vals?: { readonly check_out: string };
  readonly domain?: readonly (readonly [string, string, unknown])[];
  readonly limit?: number;
  readonly operation?: string;
  readonly context?: { readonly active_test?: boolean; readonly allowed_company_ids?: readonly number[] };
}

export interface Odoo {
  readonly database: string;
  readonly user: { readonly id: number; readonly login: string };
  readonly clock: () => Date;
  takesKey(key: string): boolean;
  /** Throws a fault. */
  execute(model: string, method: string, params: Params): unknown;
}

const answer = ({ clock }: Odoo, content: unknown, status = 200): OutboundAnswer => ({
  status,
  headers: { date: clock().toUTCString() },
  body: typeof content === 'string' ? content : JSON.stringify(content),
});

const nothingThere = '<!doctype html><title>404 Not Found</title>';

export const json2 =
  (odoo: Odoo): SafeRequest =>
  async (url, { body = '', headers = {} } = {}) => {
    const [, first, , model = '', method = ''] = new URL(url).pathname.split('/');
    if (first === 'web') return answer(odoo, { version_info: [19, 0, 0, 'final', 0, ''], version: '19.0' });
    if (headers['X-Odoo-Database'] !== odoo.database) return answer(odoo, nothingThere, 404);
    const [, key = ''] = /^bearer (.+)$/.exec(headers.Authorization ?? '') ?? [];
    if (!odoo.takesKey(key)) return answer(odoo, faultBody('werkzeug.exceptions.Unauthorized', 'Invalid apikey'), 401);
    try {
      return answer(odoo, odoo.execute(model, method, JSON.parse(body)));
    } catch (error) {
      return answer(odoo, bodyOf(error), statusOf(error));
    }
  };

export const jsonRpc =
  (odoo: Odoo): SafeRequest =>
  async (url, { body = '' } = {}) => {
    if (new URL(url).pathname !== '/jsonrpc') return answer(odoo, nothingThere, 404);
    const { service, method, args } = callIn(body);
    try {
      const result = service === 'object' ? executeKw(odoo, executedIn(args)) : common(odoo, method, args);
      return answer(odoo, { jsonrpc: '2.0', id: 1, result });
    } catch (error) {
      const details = { code: 200, message: 'Odoo Server Error', data: bodyOf(error) };
      return answer(odoo, { jsonrpc: '2.0', id: 1, error: details });
    }
  };

function common(odoo: Odoo, method: string, [database, login, key]: readonly unknown[]): unknown {
  if (method === 'version') return { server_version: '17.0', server_serie: '17.0', protocol_version: 1 };
  checkDatabase(odoo, database);
  return login === odoo.user.login && odoo.takesKey(String(key)) ? odoo.user.id : false;
}

type Executed = readonly [string, number, string, string, string, readonly unknown[], Params];

function executeKw(odoo: Odoo, [database, user, key, model, method, [first], named]: Executed): unknown {
  checkDatabase(odoo, database);
  if (user !== odoo.user.id || !odoo.takesKey(key)) throw new OdooFault('AccessDenied', 'Access Denied');
  return odoo.execute(model, method, { ...named, [firstParameters[method] ?? '']: first });
}

/** Which parameter comes by position. */
const firstParameters: Readonly<Record<string, string>> = {
  create: 'vals_list',
  write: 'ids',
  search_read: 'domain',
  search_count: 'domain',
  check_access_rights: 'operation',
};

function checkDatabase(odoo: Odoo, database: unknown): void {
  if (database !== odoo.database) throw new Error(`FATAL:  database "${database}" does not exist`);
}

const statuses: Readonly<Record<string, number>> = { AccessError: 403, AccessDenied: 403, MissingError: 404 };

const statusOf = (error: unknown): number => (error instanceof OdooFault ? (statuses[error.fault] ?? 422) : 500);

function bodyOf(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  return faultBody(error instanceof OdooFault ? `odoo.exceptions.${error.fault}` : 'builtins.Exception', message);
}

const faultBody = (name: string, message: string) => ({
  name,
  message,
  arguments: [message],
  context: {},
  debug: `Traceback (most recent call last):\n${name}: ${message}\n`,
});

function callIn(body: string): { service: string; method: string; args: readonly unknown[] } {
  return JSON.parse(body).params;
}

function executedIn(args: readonly unknown[]): Executed {
  return JSON.parse(JSON.stringify(args));
}
