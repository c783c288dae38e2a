// A mail server that takes mails by SMTP and keeps them, or refuses them for as long as it is told to.

import { createServer, type Socket } from 'node:net';

export interface MailServer {
  url: string;
  received: string[];
  /** Answered to the sender's address instead of yes. */
  refusal: string | undefined;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
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
        for (const socket of open) socket.destroy();
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
        else socket.write(isMail ? '354 go on\r\n' : '250 fine\r\n');
      }
    });
  }
  return mailServer;
}
