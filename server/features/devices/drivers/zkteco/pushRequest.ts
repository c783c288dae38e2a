// Normalizes requests of ZKTeco devices, whose firmware differs in case, suffixes and encodings.

import type { DeviceRequest } from '../driver.ts';
import { textIn } from '../wireValues.ts';

/** By endpoint. */
const methods = {
  cdata: ['GET', 'POST'],
  getrequest: ['GET', 'POST'],
  devicecmd: ['POST'],
  ping: ['GET', 'POST'],
  registry: ['GET', 'POST'],
  push: ['GET', 'POST'],
  fdata: ['POST'],
  querydata: ['POST'],
  rtdata: ['GET'],
  exchange: ['POST'],
};
type Endpoint = keyof typeof methods;
const isEndpoint = (name: string): name is Endpoint => Object.hasOwn(methods, name);

export interface PushRequest {
  readonly endpoint: Endpoint;
  readonly method: 'GET' | 'POST';
  /** Unnormalized. */
  readonly serial: string;
  /** Query value; empty if missing. */
  readonly value: (name: string) => string;
  /** Table of the body, in lower case; empty if unnamed. */
  readonly table: string;
  /** Decoded on demand, because most bodies of unknown senders are never read. */
  readonly body: () => string;
}

/** '/iclock' appears twice if it was entered as part of the server's address. */
const address = /^\/+(?:iclock\/+)+([a-z]+)(?:\.aspx)?\/?$/i;

/** Undefined if no device sends such a request. */
export function parsePushRequest({ method, path, query, body }: DeviceRequest): PushRequest | undefined {
  const endpoint = address.exec(path)?.[1]?.toLowerCase() ?? '';
  if (!isEndpoint(endpoint) || !methods[endpoint].includes(method)) return undefined;
  const values = new Map([...query].map(([key, value]) => [key.toLowerCase(), value]));
  const value = (key: string) => values.get(key.toLowerCase()) ?? '';
  const serial = value('SN').trim();
  if (!/^[\w.-]{1,64}$/.test(serial)) return undefined;
  const form = endpoint === 'cdata' && method === 'POST' && value('table') === '' ? formIn(textIn(body)) : undefined;
  return {
    endpoint,
    method: method === 'GET' ? 'GET' : 'POST',
    serial,
    value,
    table: (form?.table ?? (value('table') || tableOfStamp(values))).toLowerCase(),
    body: () => form?.data ?? textIn(body),
  };
}

/** The first version of the protocol names the stamp of a table instead of the table, except for punches. */
function tableOfStamp(values: ReadonlyMap<string, string>): string {
  if (values.has('opstamp')) return 'operlog';
  return values.has('photostamp') ? 'attphoto' : '';
}

/** Some firmware posts a form, 'table=ATTLOG&Stamp=9999&data=…'. */
function formIn(text: string): { readonly table: string; readonly data: string } | undefined {
  if (!/(?:^|&)table=\w+&(?:.*&)?data=/i.test(text.slice(0, 300))) return undefined;
  const fields = new Map([...new URLSearchParams(text)].map(([key, value]) => [key.toLowerCase(), value]));
  return { table: fields.get('table') ?? '', data: fields.get('data') ?? '' };
}

export const linesOf = (body: string): string[] => body.split(/[\r\n]+/).filter((line) => line.trim() !== '');
