// Outbound requests: which addresses are refused, how answers are read, and the health checks that use them.

import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import os from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ConfigError, readConfig } from '../../../../server/app/config.ts';
import { createSafeRequest, parsePrivateHosts } from '../../../../server/platform/http/outbound.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { listen } from '../../../support/server/ports.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const answers: Record<string, RequestListener> = {
  '/ok': (_, response) => response.end('here'),
  '/moved': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  '/locked': (_, response) => response.writeHead(401).end(),
  '/missing': (_, response) => response.writeHead(404).end(),
  '/broken': (_, response) => response.writeHead(503).end(),
  '/endless': (_, response) => {
    const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
    response.on('close', () => clearInterval(timer));
  },
  '/switching': (_, response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end(),
  '/marked': (_, response) => response.end('\uFEFF[]'),
  '/silent': () => {},
  '/echo': (request, response) => {
    request.pipe(response.writeHead(200, { 'x-seen': `${request.method} ${request.headers['x-given']}` }));
  },
};

let host: Server;
let port: number;

beforeAll(async () => {
  host = createServer((request, response) => answers[request.url ?? '']?.(request, response));
  port = await listen(host);
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});

describe('private addresses', () => {
  const call = createSafeRequest(parsePrivateHosts(''));

  test.each([
    'http://127.0.0.1',
    'http://localhost',
    'http://2130706433',
    'http://0177.0.0.1',
    'http://0x7f.1',
    'http://127.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://[::]',
    'http://0.0.0.0',
    'http://10.1.2.3',
    'http://169.254.169.254/latest/meta-data',
    'http://192.168.0.1',
    'http://172.31.255.255',
    'http://100.64.0.1',
    'http://[fd00::1]',
    'http://[fe80::1]',
  ])('refuses to call %s', async (url) => {
    await expect(call(url)).rejects.toThrow('is a private address that this server may not call');
  });

  test.each(['file:///etc/passwd', 'ftp://a.example', 'http://me:secret@a.example', 'data:,x', 'nonsense'])(
    'refuses %s, which is not a plain http or https address',
    async (url) => {
      await expect(call(url)).rejects.toThrow('Only http and https');
    },
  );

  test('calls a private host only where its name, address or network is listed', async () => {
    const status = async (list: string, name: string) =>
      createSafeRequest(parsePrivateHosts(list))(`http://${name}:${port}/ok`).then(
        (answer) => answer.status,
        (error: unknown) => String(error),
      );
    expect(await status('127.0.0.1', '127.0.0.1')).toBe(200);
    expect(await status(' 10.0.0.0/8 , 127.0.0.0/8', '127.0.0.1')).toBe(200);
    expect(await status('localhost', 'localhost')).toBe(200);
    expect(await status('localhost', '127.0.0.1')).toContain('private address');
    expect(await status('10.0.0.0/8', '127.0.0.1')).toContain('private address');
    expect(await status('other.lan', 'localhost')).toContain('private address');
  });

  test.each(['10.0.0.0/33', '10.0.0.0/', 'http://hr.lan', 'a b', '300.1.1.1', '*'])(
    'rejects %j in ALLOW_PRIVATE_HOSTS at startup',
    (list) => {
      const start = () => readConfig({ ALLOW_PRIVATE_HOSTS: `hr.lan, ${list}` });
      expect(start).toThrow(ConfigError);
      expect(start).toThrow('ALLOW_PRIVATE_HOSTS');
    },
  );
});

describe('public addresses of the machine itself', () => {
  /**
   * Pretends a network card with these addresses, which are reserved for documentation, so no real machine has them.
   */
  function withAddresses(...addresses: readonly string[]) {
    const card = { netmask: '255.255.255.0', mac: '02:00:00:00:00:01', internal: false, cidr: null };
    vi.spyOn(os, 'networkInterfaces').mockReturnValue({
      eth0: addresses.map((address) =>
        address.includes(':') ? { ...card, address, family: 'IPv6', scopeid: 0 } : { ...card, address, family: 'IPv4' },
      ),
    });
  }
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const refusal = 'is an address of this server itself, which it may not call';

  test.each(['http://198.51.100.7', 'http://[::ffff:198.51.100.7]', 'http://[2001:db8::7]'])(
    'refuses to call its own public address %s',
    async (url) => {
      withAddresses('198.51.100.7', '2001:db8::7');
      await expect(createSafeRequest(parsePrivateHosts(''))(url)).rejects.toThrow(refusal);
    },
  );

  test('refuses an address that the machine got while the server ran', async () => {
    const call = createSafeRequest(parsePrivateHosts(''));
    withAddresses('198.51.100.7');
    await expect(call('http://198.51.100.7')).rejects.toThrow(refusal);
    withAddresses('198.51.100.8');
    await expect(call('http://198.51.100.8')).rejects.toThrow(refusal);
  });

  test('calls one that is listed', async () => {
    withAddresses('127.0.0.1');
    const call = createSafeRequest(parsePrivateHosts('127.0.0.1'));
    expect((await call(`http://127.0.0.1:${port}/ok`)).status).toBe(200);
  });
});

describe('answers', () => {
  const call = createSafeRequest(parsePrivateHosts('127.0.0.0/8'));
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;

  test('does not follow redirects', async () => {
    expect((await call(at('/moved'))).status).toBe(302);
  });

  test('sends body and headers', async () => {
    const sent = { method: 'POST', body: 'né', headers: { 'x-given': 'yes' } };
    const { headers, body } = await call(at('/echo'), sent);
    expect([headers['x-seen'], body]).toEqual(['POST yes', 'né']);
  });

  test('drops a byte order mark', async () => {
    expect((await call(at('/marked'))).body).toBe('[]');
  });

  test('truncates an endless body', async () => {
    expect((await call(at('/endless'), { maxBytes: 50_000 })).body).toHaveLength(50_000);
  });

  test('explains a timeout, a refused connection, an unknown host and an answer that is not HTTP', async () => {
    await expect(call(at('/silent'), { timeoutMs: 200 })).rejects.toThrow('No answer within 0.2 seconds');
    await expect(call('http://127.0.0.1:1')).rejects.toThrow('Connection refused');
    await expect(call('http://no-such-host.invalid')).rejects.toThrow(/Host not found|could not be looked up/);
    await expect(talk((socket) => socket.end('220 this is mail\r\n'))).rejects.toThrow('did not answer with HTTP');
  });

  const noAnswer = 'No answer within';
  const switching = 'HTTP/1.1 101 Switching Protocols\r\n';
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n';
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

  test.each<[string, (socket: Socket) => unknown, string]>([
    ['switches protocols', (socket) => socket.write(`${switching}${upgrade}\r\n`), 'another protocol'],
    ['switches protocols and closes', (socket) => socket.end(`${switching}${upgrade}\r\n`), 'another protocol'],
    ['switches to no protocol', (socket) => socket.write(`${switching}\r\n`), 'another protocol'],
    ['closes without answering', (socket) => socket.end(), 'was closed'],
    ['closes within the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nServer: '), 'was closed'],
    ['closes within the body', (socket) => socket.end(`${head}half`), 'was closed'],
    ['closes within a chunk', (socket) => socket.end(`${chunked}5\r\nha`), 'was closed'],
    ['goes silent within the body', (socket) => socket.write(`${head}half`), noAnswer],
    ['sends its body drop by drop', (socket) => drip(socket, `${chunked}ffff\r\n`, 'x'), noAnswer],
    ['sends its headers drop by drop', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'A: b\r\n'), noAnswer],
    ['sends informational responses for ever', (socket) => drip(socket, '', `HTTP/1.1 103 \r\n\r\n`), noAnswer],
    ['sends endless headers', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', header), 'did not answer with HTTP'],
    ['sends endless trailers', (socket) => drip(socket, `${chunked}0\r\n`, header), 'did not answer with HTTP'],
  ])('gives up on a host that %s', async (_, answer, message) => {
    // Only endless answers meet the limit; the others get the time that a busy machine needs.
    await expect(talk(answer, message === noAnswer ? 300 : 30_000)).rejects.toThrow(message);
  });

  const header = `A: ${'b'.repeat(1000)}\r\n`;

  function drip(socket: Socket, start: string, drop: string): void {
    socket.write(start);
    const timer = setInterval(() => socket.write(drop), 1);
    socket.on('close', () => clearInterval(timer));
  }

  /** Calls a host that answers with these raw bytes. */
  async function talk(answer: (socket: Socket) => unknown, timeoutMs = 30_000): Promise<void> {
    const rude = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => answer(socket));
      socket.resume();
    });
    const rudePort = await listen(rude);
    const closed = new Promise<void>((resolve) => rude.once('close', () => resolve()));
    try {
      await call(`http://127.0.0.1:${rudePort}`, { timeoutMs });
    } finally {
      rude.close();
    }
    // It keeps no connection either.
    await closed;
  }
});

describe('health checks', () => {
  let server: TestServer;
  let token: string;
  let companyId: number;

  beforeAll(async () => {
    server = await startServer({ allowPrivateHosts: '127.0.0.1' });
    token = await server.signIn(server.users.administrator);
    const { json } = await server.ask('GET /companies', { token });
    companyId = answerDecoder('GET /companies')(json.data).data[0]?.id ?? 0;
  });
  afterAll(() => server.stop());

  const check = async (url: string) => {
    const body = { url_type: 'website', url };
    const created = await server.ask(`POST /companies/${companyId}/urls`, { token, body });
    const id = answerDecoder('POST /companies/{id}/urls')(created.json.data)?.id;
    const { json, status } = await server.ask(`POST /company-urls/${id}/check-health`, { token });
    expect([status, json.message]).toEqual([200, 'Health check completed']);
    return answerDecoder('POST /company-urls/{id}/check-health')(json.data);
  };

  test.each([
    ['/ok', 'online', ''],
    ['/moved', 'online', ''],
    ['/locked', 'online', ''],
    ['/endless', 'online', ''],
    ['/missing', 'offline', 'HTTP 404 Not Found'],
    ['/broken', 'offline', 'HTTP 503 Service Unavailable'],
    ['/switching', 'offline', 'The host answered in another protocol'],
  ])('reports %s as %s', async (path, health_status, health_error) => {
    const url = await check(`http://127.0.0.1:${port}${path}`);
    expect(url).toMatchObject({ health_status, health_error });
    expect(url?.last_health_check).toMatch(/Z$/);
  });

  test('reports an unlisted private address as offline, with the reason', async () => {
    const url = await check(`http://127.0.0.2:${port}/ok`);
    expect(url?.health_status).toBe('offline');
    expect(url?.health_error).toContain('private address');
  });

  test('counts the results in the statistics', async () => {
    const { json } = await server.ask('GET /company-urls/health-statistics', { token });
    const counted = answerDecoder('GET /company-urls/health-statistics')(json.data);
    expect(counted.online + counted.offline + counted.unknown).toBe(counted.total);
    expect(counted.online).toBeGreaterThanOrEqual(4);
  });
});
