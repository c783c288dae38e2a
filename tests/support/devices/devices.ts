// The real server and beside it the server for devices, on one database, and the requests that doors send to either.
import http from 'node:http';
import { loadTrust } from '../../../server/features/devices/claims/claims.ts';
import type { DeviceContext, DeviceRequest } from '../../../server/features/devices/drivers/driver.ts';
import {
  createDeviceListener,
  type DeviceListener,
  type DeviceListenerOptions,
} from '../../../server/features/devices/listener/deviceListener.ts';
import { currentClocks } from '../../../server/features/settings/clocks.ts';
import { signedHeaders } from '../../../server/platform/crypto/hashes.ts';
import { type Db, sql } from '../../../server/platform/db/db.ts';
import { type Claim, jsonMapping } from '../../../src/shared/contract/devices.ts';
import { listen } from '../server/ports.ts';
import { startServer, type TestServer, type TestServerOptions } from '../server/server.ts';

export interface DeviceServer {
  server: TestServer;
  listener: DeviceListener;
  /** 'http://127.0.0.1:1234' */
  devicesUrl: string;
  /** Sends a device's request: 'POST /iclock/cdata?SN=…&table=ATTLOG'. */
  call(key: string, body?: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<DeviceReply>;
  stop(): Promise<void>;
}

interface DeviceReply {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

export interface DeviceServerOptions extends TestServerOptions {
  deviceTimeouts?: DeviceListenerOptions['timeouts'];
}

export async function startDeviceServer(options: DeviceServerOptions = {}): Promise<DeviceServer> {
  const { deviceTimeouts, ...serverOptions } = options;
  const started: { listener?: DeviceListener; url: string } = { url: '' };
  const server = await startServer({
    ...serverOptions,
    async listen(services) {
      const listener = createDeviceListener({
        ...services,
        ...(options.proxies !== undefined && { proxies: options.proxies }),
        ...(deviceTimeouts && { timeouts: deviceTimeouts }),
      });
      started.listener = listener;
      started.url = `http://127.0.0.1:${await listen(listener.server)}`;
      return { url: started.url, changed: listener.changed };
    },
  });
  const { listener, url } = started;
  if (!listener) throw new Error('The server did not start its listener');
  return {
    server,
    listener,
    devicesUrl: url,
    call: (key, body, headers) => callDevices(url, key, body, headers),
    async stop() {
      listener.server.closeAllConnections();
      await listener.close();
      await server.stop();
    },
  };
}

/** Does not use `fetch`: devices send no content type by default and follow no redirects. */
export function callDevices(
  url: string,
  key: string,
  body: string | Buffer = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<DeviceReply> {
  const [method = 'GET', path = '/'] = key.split(/ (.*)/s);
  return new Promise((resolve, reject) => {
    const request = http.request(url + path, {
      method,
      headers: { 'Content-Length': String(Buffer.byteLength(body)), ...headers },
      agent: false,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    request.end(body);
  });
}

// Device requests and the context that a driver gets with them, for tests of drivers.

/**
 * Makes a request such as 'POST /iclock/cdata?SN=1&table=ATTLOG', with the path below the driver's part of the address.
 */
export function deviceRequest(call: string, body: string | Buffer = '', contentType = 'text/plain'): DeviceRequest {
  const [method = '', address = ''] = call.split(' ');
  const [path = '', query = ''] = address.split('?');
  return { method, path, query: new URLSearchParams(query), contentType, body: Buffer.from(body) };
}

export const deviceContext = (given: Partial<DeviceContext> = {}): DeviceContext => ({
  isApproved: true,
  now: new Date('2026-08-20T09:15:32Z'),
  firstHeardAt: new Date('2024-08-01T00:00:00Z'),
  isAccessDevice: false,
  offsetMinutes: 0,
  halfHours: 'nothing',
  lastNumber: null,
  wantsAll: false,
  registryCode: 'Uy47fxftP3',
  sessionId: '0123456789abcdef0123456789abcdef',
  commands: [],
  mapping: jsonMapping({}),
  ...given,
});

/** The claims about a controller's device. */
export async function claimsOfController(db: Db, id: number, now: Date): Promise<readonly Claim[]> {
  const clocks = await currentClocks(db);
  return (await loadTrust(db, [id], { now, clocks })).get(id)?.claims ?? [];
}

const secret = 'a secret of the door';

interface SentEvent {
  readonly employee_id: string;
  readonly event_type: 'check-in' | 'check-out';
  /** An instant with its offset. */
  readonly timestamp: string;
}

/** Sends events as a controller does, signed with its secret. */
export async function sendEvents(
  { url, db }: Pick<TestServer, 'url' | 'db'>,
  controller: number,
  events: readonly SentEvent[],
  now: Date,
): Promise<void> {
  const [door] = await db.all<{ unique_identifier: string }>(
    sql`update access_controllers set webhook_secret = ${secret}, is_active = true where id = ${controller} returning unique_identifier`,
  );
  const body = JSON.stringify({ events });
  const response = await fetch(`${url}/webhooks/access-controllers/${door?.unique_identifier}`, {
    method: 'POST',
    headers: signedHeaders(secret, body, now),
    body,
  });
  if (response.status !== 200) throw new Error(`The events were refused: ${await response.text()}`);
}
