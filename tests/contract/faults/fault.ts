// A backend's fault: how it is planted in front of the real server, and how the kit must name it.

import type { Outcome } from '../../../scripts/conformance/kit.ts';
import { isRecord } from '../../support/console/dialects.ts';
import { type Call, json, type Reply } from '../../support/console/proxy.ts';

export interface Planted {
  call: Call;
  /** Forwards the call, optionally with another query. */
  ask(query?: URLSearchParams): Promise<Reply>;
  /** Forwards the call as the administrator instead of its caller. */
  askAsAdministrator(): Promise<Reply>;
  /** Whether the caller may view employees. */
  mayView(): Promise<boolean>;
}
export type Plant = (planted: Planted) => Promise<Reply>;

interface Named {
  call: string;
  /** What must hold, as the report words it. */
  claim: string;
  outcome?: Outcome;
  field?: string;
  /** What the report says was found, and is to be changed. */
  says: string | RegExp;
  /** What people would see, according to the report. */
  shown?: string;
}

export interface Fault {
  fault: string;
  /** The changes by call; '*' for all other calls. */
  plant: Readonly<Record<string, Plant>>;
  /** Options of the kit beyond reading as the administrator. */
  with?: readonly ('write' | 'limited' | 'origin' | 'short time limit')[];
  /** Everything reported as failed or noted, in any order. */
  named: readonly Named[];
}

/** The reply with changed data, if it is an object. */
export async function withData(
  asked: Promise<Reply>,
  change: (data: Record<string, unknown>) => unknown,
): Promise<Reply> {
  const reply = await asked;
  if (reply.status >= 400) return reply;
  const body = JSON.parse(reply.text);
  return json(reply.status, isRecord(body.data) ? { ...body, data: change(body.data) } : body);
}

type Row = Record<string, unknown>;

/** The reply with changed rows; it may be a page or a bare list. */
export async function withRows(asked: Promise<Reply>, change: (rows: Row[]) => unknown): Promise<Reply> {
  const reply = await asked;
  if (reply.status >= 400) return reply;
  const body = JSON.parse(reply.text);
  const data = Array.isArray(body.data) ? change(body.data) : { ...body.data, data: change(body.data.data) };
  return json(reply.status, { ...body, data });
}

export const withEachRow = (asked: Promise<Reply>, change: (row: Row) => unknown): Promise<Reply> =>
  withRows(asked, (rows) => rows.map(change));

export const pageOf = ({ query }: Call) => Number(query.get('page') ?? 1);
export const query = (call: Call, changes: Readonly<Record<string, string | undefined>>): URLSearchParams => {
  const changed = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
};

export const done: Plant = async () => json(200, { success: true, data: null, message: 'Done' });
export const html: Reply = { status: 200, type: 'text/html', text: '<!doctype html><title>Sign in</title>' };

/** Grants what the server would refuse the account: checks neither scope nor permission. */
export const unguarded: Plant = async ({ ask, askAsAdministrator }) => {
  const reply = await ask();
  return reply.status === 403 || reply.status === 404 ? askAsAdministrator() : reply;
};

/** Gives every signed-in user the administrator's answers. */
export const unscoped: Plant = async ({ ask, askAsAdministrator }) =>
  (await ask()).status === 401 ? ask() : askAsAdministrator();
