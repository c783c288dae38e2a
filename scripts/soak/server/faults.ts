// Clients that misbehave, each kind on its own raw connections.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { largeFile, type Target, timeoutMs } from './target.ts';

interface FaultContext {
  target: Target;
  /** Number of connections that misbehave at once. */
  clients: number;
  until: AbortSignal;
  open(): Socket;
}

/** Returns the server's mistakes. */
export type Fault = (context: FaultContext) => Promise<string[]>;

/** Uses a new connection, and then waits for the server to close it. */
type Misbehave = (socket: Socket, target: Target) => void;

const requestHeaders = 'Host: rollcall\r\nX-Forwarded-For: 203.0.113.7\r\n';

export function open(port: number): Socket {
  // Errors are expected: the server may reset the connection.
  return connect(port, '127.0.0.1').on('error', () => {});
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));

/** Sends the text and resolves with what arrives until `isComplete`, or until the server closes the connection. */
async function exchange(socket: Socket, request: string, isComplete: (answer: string) => boolean): Promise<string> {
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
    if (isComplete(answer)) socket.destroy();
  });
  socket.setTimeout(timeoutMs, () => {
    answer = '(no answer in time)';
    socket.destroy();
  });
  socket.write(request);
  await closed(socket);
  return answer;
}

/** Each client opens a new connection whenever its last one was closed. */
export function attackWith(misbehave: Misbehave): Fault {
  return async ({ target, clients, until, open: openOne }) => {
    const attackers = Array.from({ length: clients }, async () => {
      while (!until.aborted) {
        const socket = openOne();
        const leave = () => socket.destroy();
        until.addEventListener('abort', leave);
        misbehave(socket, target);
        await closed(socket);
        until.removeEventListener('abort', leave);
      }
    });
    await Promise.all(attackers);
    return [];
  };
}

const healthz = `GET /healthz HTTP/1.1\r\n${requestHeaders}\r\n`;
const loginStart = `POST /web/api/v1/auth/login HTTP/1.1\r\n${requestHeaders}`;

/** Clients that send a byte a second or nothing at all, or do not read their answers. */
export const slowClients: Readonly<Record<string, Misbehave>> = {
  'slow headers': (socket) => trickle(socket, `GET /healthz HTTP/1.1\r\n${requestHeaders}X-Slow: `),
  'slow bodies': (socket) => trickle(socket, `${loginStart}Content-Length: 10000\r\n\r\n`),
  'endless bodies': (socket) =>
    void socket.resume().write(`${loginStart}Transfer-Encoding: chunked\r\n\r\n${'3e8\r\n'.padEnd(1_005, 'a')}\r\n`),
  'unread answers': (socket) =>
    void socket.pause().write(`GET ${largeFile.path} HTTP/1.1\r\n${requestHeaders}\r\n`.repeat(3)),
  'pipelined requests': (socket) => void socket.pause().write(healthz.repeat(10_000)),
  'silent connections': (socket) => void socket.resume(),
  'connections silent after a request': (socket) => void socket.resume().write(healthz),
};

function trickle(socket: Socket, start: string): void {
  socket.resume().write(start);
  const timer = setInterval(() => socket.write('a'), 1_000);
  socket.once('close', () => clearInterval(timer));
}

/** Clients that disconnect in the middle of a request or an answer, with or without closing properly. */
export const brokenClients: Readonly<Record<string, Misbehave>> = {
  'reset during a request': (socket) => {
    startRequest(socket);
    setTimeout(() => socket.resetAndDestroy(), 20);
  },
  'closed during a request': (socket) => {
    startRequest(socket);
    setTimeout(() => socket.end(), 20);
  },
  'closed before the answer': (socket, { token }) => {
    const request = 'GET /web/api/v1/attendance?per_page=100 HTTP/1.1\r\n';
    socket.write(`${request}${requestHeaders}Authorization: Bearer ${token}\r\n\r\n`, () => socket.destroy());
  },
  'reset during an answer': (socket) => {
    socket.write(`GET ${largeFile.path} HTTP/1.1\r\n${requestHeaders}\r\n`);
    socket.once('data', () => socket.resetAndDestroy());
  },
};

function startRequest(socket: Socket): void {
  socket.resume();
  socket.write(`POST /web/api/v1/auth/login HTTP/1.1\r\n${requestHeaders}Content-Length: 5000\r\n\r\n{"email":`);
}

const request = `GET /web/api/v1/auth/user HTTP/1.1\r\n${requestHeaders}\r\n`;

/** More clients at once than usual, each of which must get its answer. All connect before the first sends a request. */
export const crowd: Fault = async ({ clients, until, open }) => {
  const problems: string[] = [];
  while (!until.aborted) {
    const sockets = Array.from({ length: clients * 10 }, open);
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const answers = await Promise.all(sockets.map((socket) => exchange(socket, request, (answer) => answer !== '')));
    const wrong = answers.filter((answer) => !answer.startsWith('HTTP/1.1 401 '));
    if (wrong.length > 0) {
      problems.push(`${wrong.length} of ${sockets.length} clients got: ${wrong[0]?.slice(0, 80) || 'nothing'}`);
    }
  }
  return problems;
};

const login = 'POST /web/api/v1/auth/login HTTP/1.1\r\n';
const withBody = (start: string, body: string, length = Buffer.byteLength(body)) =>
  `${start}${requestHeaders}Content-Length: ${length}\r\n\r\n${body}`;

const requests: Readonly<Record<string, (target: Target) => string>> = {
  'no request line': () => 'HELLO\r\n\r\n',
  'an unknown HTTP version': () => `GET / HTTP/9.9\r\n${requestHeaders}\r\n`,
  'no Host header': () => 'GET / HTTP/1.1\r\n\r\n',
  'huge headers': () => `GET / HTTP/1.1\r\n${requestHeaders}X-Large: ${'a'.repeat(60_000)}\r\n\r\n`,
  'a huge URL': () => `GET /${'a'.repeat(60_000)} HTTP/1.1\r\n${requestHeaders}\r\n`,
  'two Content-Lengths': () => `${login}${requestHeaders}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'a negative Content-Length': () => withBody(login, '{}', -1),
  'a Content-Length that is too short': () => withBody(login, '{"email":"ada@rollcall.example"}', 5),
  'both Content-Length and chunks': () =>
    `${login}${requestHeaders}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  'malformed chunks': () => `${login}${requestHeaders}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  'broken JSON': () => withBody(login, '{"email":'),
  'deeply nested JSON': () => withBody(login, '['.repeat(100_000)),
  'a body over the limit': () => withBody(login, '"'.padEnd(1_100_000, 'a')),
  'invalid percent encoding': () => `GET /web/api/v1/companies/%zz HTTP/1.1\r\n${requestHeaders}\r\n`,
  'an invalid token': () =>
    `GET /web/api/v1/companies HTTP/1.1\r\n${requestHeaders}Authorization: Bearer invalid\r\n\r\n`,
  'a bad signature': ({ controller }) =>
    withBody(
      `POST ${controller.path} HTTP/1.1\r\nX-Rollcall-Timestamp: 1\r\nX-Rollcall-Signature: sha256=00\r\n`,
      '{"events":[]}',
    ),
};

/** Malformed requests, which must be refused with 4xx or by closing the connection. */
export const malformedRequests: Fault = async ({ target, clients, until, open }) => {
  const problems: string[] = [];
  const kinds = Object.entries(requests);
  const flood = Array.from({ length: clients }, async (_, client) => {
    for (let next = client; !until.aborted; next++) {
      const [name, request] = kinds[next % kinds.length] ?? ['nothing', () => ''];
      const answer = await exchange(open(), request(target), (received) => received.includes('\r\n'));
      if (!/^(?:HTTP\/1\.1 4\d\d |$)/.test(answer)) problems.push(`${name}: answered ${answer.slice(0, 80)}`);
    }
  });
  await Promise.all(flood);
  return problems;
};
