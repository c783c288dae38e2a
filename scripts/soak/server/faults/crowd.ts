// More people at once than anybody reckoned with: each must be answered.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { longestWait } from '../client.ts';
import { closed, type Fault, stranger } from './attack.ts';

const request = `GET /web/api/v1/auth/user HTTP/1.1\r\n${stranger}\r\n`;

/** All connections stand before the first of them asks. */
export const crowd: Fault = async ({ clients, until, open }) => {
  const complaints: string[] = [];
  while (!until.aborted) {
    const sockets = Array.from({ length: clients * 10 }, open);
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const answers = await Promise.all(sockets.map(asked));
    const wrong = answers.filter((answer) => !answer.startsWith('HTTP/1.1 401 '));
    if (wrong.length > 0)
      complaints.push(`${wrong.length} of ${sockets.length} are answered ‘${wrong[0]?.slice(0, 80)}’`);
  }
  return complaints;
};

async function asked(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
    socket.end();
  });
  socket.setTimeout(longestWait, () => socket.destroy());
  socket.write(request);
  await closed(socket);
  return answer;
}
