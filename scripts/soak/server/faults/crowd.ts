// More clients at once than usual: each must get its answer.

import { once } from 'node:events';
import { timeoutMs } from '../client.ts';
import { exchange, type Fault, requestHeaders } from './fault.ts';

const request = `GET /web/api/v1/auth/user HTTP/1.1\r\n${requestHeaders}\r\n`;

/** All are connected before the first of them sends its request. */
export const crowd: Fault = async ({ clients, until, open }) => {
  const problems: string[] = [];
  while (!until.aborted) {
    const sockets = Array.from({ length: clients * 10 }, open);
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const answers = await Promise.all(
      sockets.map((socket) => exchange(socket, request, { timeoutMs, isComplete: (answer) => answer !== '' })),
    );
    const wrong = answers.filter((answer) => !answer.startsWith('HTTP/1.1 401 '));
    if (wrong.length > 0) {
      problems.push(`${wrong.length} of ${sockets.length} clients got: ${wrong[0]?.slice(0, 80) || 'nothing'}`);
    }
  }
  return problems;
};
