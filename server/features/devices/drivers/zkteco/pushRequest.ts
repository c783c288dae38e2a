// What a request of a ZKTeco device says, whatever its firmware makes of upper and lower case, suffixes and encodings.

import type { DeviceRequest } from '../driver.ts';

const endpoints = [
  'cdata',
  'getrequest',
  'devicecmd',
  'ping',
  'registry',
  'push',
  'fdata',
  'querydata',
  'rtdata',
] as const;
type Endpoint = (typeof endpoints)[number];

export interface PushRequest {
  readonly endpoint: Endpoint;
  readonly method: 'GET' | 'POST';
  /** As the device writes it. */
  readonly serial: string;
  /** A value of the query; empty if it is not there. */
  readonly value: (name: string) => string;
  /** The table that the body belongs to, in lower case; empty if nothing says. */
  readonly table: string;
  /** Its lines. Made when it is asked for: most bodies that strangers send are never read. */
  readonly body: () => string;
}

const methods: Readonly<Record<Endpoint, readonly string[]>> = {
  cdata: ['GET', 'POST'],
  getrequest: ['GET', 'POST'],
  devicecmd: ['POST'],
  ping: ['GET'],
  registry: ['GET', 'POST'],
  push: ['GET', 'POST'],
  fdata: ['POST'],
  querydata: ['POST'],
  rtdata: ['GET'],
};

/** Where '/iclock' was entered as part of the server's address, it comes twice. */
const address = /^\/+(?:iclock\/+)+([a-z]+)(?:\.aspx)?\/?$/i;

/** Undefined if no device sends such a request. */
export function pushRequest({ method, path, query, body }: DeviceRequest): PushRequest | undefined {
  const name = address.exec(path)?.[1]?.toLowerCase();
  const endpoint = endpoints.find((each) => each === name);
  if (!endpoint || !methods[endpoint].includes(method)) return undefined;
  const values = new Map([...query].map(([key, value]) => [key.toLowerCase(), value]));
  const value = (key: string) => values.get(key.toLowerCase()) ?? '';
  const serial = value('SN').trim();
  if (!/^[\w.-]{1,64}$/.test(serial)) return undefined;
  const form = endpoint === 'cdata' && method === 'POST' && value('table') === '' ? formIn(textOf(body)) : undefined;
  return {
    endpoint,
    method: method === 'GET' ? 'GET' : 'POST',
    serial,
    value,
    table: (form?.table ?? value('table')).toLowerCase(),
    body: () => form?.data ?? textOf(body),
  };
}

/** Some firmware posts a form, 'table=ATTLOG&Stamp=9999&data=…'. */
function formIn(text: string): { readonly table: string; readonly data: string } | undefined {
  if (!/(?:^|&)table=\w+&(?:.*&)?data=/i.test(text.slice(0, 300))) return undefined;
  const fields = new Map([...new URLSearchParams(text)].map(([key, value]) => [key.toLowerCase(), value]));
  return { table: fields.get('table') ?? '', data: fields.get('data') ?? '' };
}

/** Chinese models do not write UTF-8. What matters is ASCII, and the rest must at least stay different. */
function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return body.toString('latin1');
  }
}

export const linesOf = (body: string): string[] => body.split(/[\r\n]+/).filter((line) => line.trim() !== '');
