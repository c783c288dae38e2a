// An SMTP server that stores the mails it receives, or refuses them while `refusal` is set.

import { createServer, type Socket } from 'node:net';

export interface MailServer {
  url: string;
  received: string[];
  /** The reply to MAIL FROM instead of acceptance. */
  refusal: string | undefined;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: string[] = [];
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    socket.on('error', () => {});
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The mail server has no port');
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
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
        if (isMail) received.push(part);
        const command = isMail ? 'END' : part.slice(0, 4).toUpperCase();
        isMail = command === 'DATA';
        if (command === 'MAIL' && mailServer.refusal) socket.write(`${mailServer.refusal}\r\n`);
        else socket.write(isMail ? '354 continue\r\n' : '250 ok\r\n');
      }
    });
  }
  return mailServer;
}
