// Floods of malformed requests: each must be refused with 4xx, or its connection closed.

import { timeoutMs } from '../client.ts';
import type { Target } from '../target.ts';
import { exchange, type Fault, requestHeaders } from './fault.ts';

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

export const malformedRequests: Fault = async ({ target, clients, until, open }) => {
  const problems: string[] = [];
  const kinds = Object.entries(requests);
  const flood = Array.from({ length: clients }, async (_, client) => {
    for (let next = client; !until.aborted; next++) {
      const [name, request] = kinds[next % kinds.length] ?? ['nothing', () => ''];
      const answer = await exchange(open(), request(target), {
        timeoutMs,
        isComplete: (received) => received.includes('\r\n'),
      });
      if (!/^(?:HTTP\/1\.1 4\d\d |$)/.test(answer)) problems.push(`${name}: answered ${answer.slice(0, 80)}`);
    }
  });
  await Promise.all(flood);
  return problems;
};
