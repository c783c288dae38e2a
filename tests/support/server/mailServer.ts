// An SMTP server without TLS that keeps the mails it receives, or refuses them while `refusal` is set.

import { createServer, type Socket } from 'node:net';
import { listen } from './ports.ts';

export interface MailServer {
  url: string;
  received: string[];
  /** Everything clients sent but the mails themselves. */
  commands: string[];
  /** The reply to MAIL FROM, if it is to be refused. */
  refusal: string | undefined;
  close(): Promise<void>;
}

export async function startMailServer(host = '127.0.0.1'): Promise<MailServer> {
  const received: string[] = [];
  const commands: string[] = [];
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    socket.on('error', () => {});
    talk(socket);
  });
  const mailServer: MailServer = {
    url: `smtp://${host}:${await listen(server, 0, host)}`,
    received,
    commands,
    refusal: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of connections) socket.destroy();
      }),
  };

  function talk(socket: Socket) {
    let text = '';
    let isMail = false;
    socket.write('220 mail.example\r\n');
    socket.on('data', (chunk) => {
      text += chunk.toString();
      for (;;) {
        const end = text.indexOf(isMail ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (isMail ? 5 : 2));
        (isMail ? received : commands).push(part);
        const command = isMail ? 'END' : part.slice(0, 4).toUpperCase();
        isMail = command === 'DATA';
        if (command === 'STAR') socket.write('502 no TLS here\r\n');
        else if (command === 'MAIL' && mailServer.refusal) socket.write(`${mailServer.refusal}\r\n`);
        else socket.write(isMail ? '354 continue\r\n' : '250 ok\r\n');
      }
    });
  }
  return mailServer;
}
