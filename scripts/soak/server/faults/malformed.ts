// Floods of requests that are none: each must be refused with 4xx, or its connection closed.

import type { Socket } from 'node:net';
import { longestWait } from '../client.ts';
import type { Workplace } from '../workplace.ts';
import { closed, type Fault, stranger } from './attack.ts';

const login = 'POST /web/api/v1/auth/login HTTP/1.1\r\n';
const withBody = (start: string, body: string, length = Buffer.byteLength(body)) =>
  `${start}${stranger}Content-Length: ${length}\r\n\r\n${body}`;

const requests: Readonly<Record<string, (workplace: Workplace) => string>> = {
  'no request line': () => 'HELLO\r\n\r\n',
  'a version of the future': () => `GET / HTTP/9.9\r\n${stranger}\r\n`,
  'no host': () => 'GET / HTTP/1.1\r\n\r\n',
  'huge headers': () => `GET / HTTP/1.1\r\n${stranger}X-Much: ${'a'.repeat(60_000)}\r\n\r\n`,
  'a huge address': () => `GET /${'a'.repeat(60_000)} HTTP/1.1\r\n${stranger}\r\n`,
  'two lengths': () => `${login}${stranger}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'a negative length': () => withBody(login, '{}', -1),
  'a length too short': () => withBody(login, '{"email":"ada@rollcall.example"}', 5),
  'a length and chunks': () => `${login}${stranger}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  'chunks that are none': () => `${login}${stranger}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  'broken JSON': () => withBody(login, '{"email":'),
  'deep JSON': () => withBody(login, '['.repeat(100_000)),
  'a body over the limit': () => withBody(login, '"'.padEnd(1_100_000, 'a')),
  'a bad percent encoding': () => `GET /web/api/v1/companies/%zz HTTP/1.1\r\n${stranger}\r\n`,
  'an invalid token': () => `GET /web/api/v1/companies HTTP/1.1\r\n${stranger}Authorization: Bearer nobody\r\n\r\n`,
  'a bad signature': ({ controller }) =>
    withBody(
      `POST ${controller.path} HTTP/1.1\r\nX-Rollcall-Timestamp: 1\r\nX-Rollcall-Signature: sha256=00\r\n`,
      '{"events":[]}',
    ),
};

export const malformedRequests: Fault = async ({ workplace, clients, until, open }) => {
  const complaints: string[] = [];
  const all = Object.entries(requests);
  const flood = Array.from({ length: clients }, async (_, client) => {
    for (let turn = client; !until.aborted; turn++) {
      const [name, request] = all[turn % all.length] ?? ['nothing', () => ''];
      const answer = await exchange(open(), request(workplace));
      if (!/^(?:HTTP\/1\.1 4\d\d |$)/.test(answer)) complaints.push(`${name} is answered ${answer.slice(0, 80)}`);
    }
  });
  await Promise.all(flood);
  return complaints;
};

/** The first of what comes back; nothing, where the connection is closed. */
async function exchange(socket: Socket, request: string): Promise<string> {
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
    if (answer.includes('\r\n')) socket.destroy();
  });
  socket.setTimeout(longestWait, () => {
    answer = 'not at all';
    socket.destroy();
  });
  socket.write(request);
  await closed(socket);
  return answer;
}
