// Connects a device to the server, anew for each request, with the faults of a bad network.

import { type ClientRequest, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Includes the query. */
  readonly path: string;
  /** Whether the request line contains the full address. */
  readonly namesServer?: boolean;
  readonly body?: string | Buffer;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WireAnswer {
  readonly status: number;
  readonly body: string;
}

/** cut: sends half of the body. deaf: sends everything, then closes the connection. slow: sends the body in pieces. */
export type Manner = 'well' | 'cut' | 'deaf' | 'slow';

const timeout = 20_000;

/** Resolves with undefined if there is no answer. */
export function call(server: string, wanted: WireRequest, manner: Manner = 'well'): Promise<WireAnswer | undefined> {
  const body = Buffer.from(wanted.body ?? '');
  return new Promise((resolve) => {
    const sent = request(new URL(server + wanted.path), {
      method: wanted.method,
      ...(wanted.namesServer && { path: server + wanted.path }),
      agent: false,
      headers: {
        'User-Agent': 'iClock Proxy/1.09',
        Accept: '*/*',
        Connection: 'close',
        ...(wanted.contentType && { 'Content-Type': wanted.contentType }),
        ...(wanted.method === 'POST' && { 'Content-Length': String(body.length) }),
        ...wanted.headers,
      },
    });
    sent.setTimeout(timeout, () => sent.destroy());
    sent.on('error', () => resolve(undefined));
    sent.on('close', () => resolve(undefined));
    sent.on('response', (response) => {
      text(response).then(
        (said) => resolve({ status: response.statusCode ?? 0, body: said }),
        () => resolve(undefined),
      );
    });
    transmit(sent, body, manner).catch(() => resolve(undefined));
  });
}

async function transmit(sent: ClientRequest, body: Buffer, manner: Manner): Promise<void> {
  if (manner === 'cut') {
    sent.write(body.subarray(0, Math.floor(body.length / 2)), () => sent.destroy());
    return;
  }
  if (manner === 'slow') {
    const piece = Math.max(1, Math.ceil(body.length / 4));
    for (let at = 0; at < body.length; at += piece) {
      sent.write(body.subarray(at, at + piece));
      await wait(5);
    }
    sent.end();
    return;
  }
  if (manner === 'deaf') sent.on('finish', () => sent.destroy());
  sent.end(body);
}
