// Passwords may contain any characters and are hashed whole.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../../support/server/server.ts';

let server: TestServer;
let administrator: string;
beforeAll(async () => {
  server = await startServer();
  administrator = await server.signIn(server.users.administrator);
});
afterAll(() => server.stop());

const kinds = [
  ['spaces', '  a  few  words  '],
  ['emoji', '🔑🚪🙂 three emoji'],
  ['another script', 'пароль длинный 密码很长'],
  ['quotes and commands', `'; drop table users; -- "<>&\\`],
  ['255 characters', 'x'.repeat(255)],
] as const;

test.each(kinds)('a password of %s signs in as it was chosen, and not without its end', async (kind, password) => {
  const email = `${kind.replaceAll(' ', '-')}@rollcall.example`;
  const body = { name: kind, email, password, roles: [], companies: [] };
  expect(await server.ask('POST /users', { token: administrator, body })).toMatchObject({ status: 201 });
  await server.signIn({ email, password });
  for (const other of [password.trim(), [...password].slice(0, -1).join(''), password.toLowerCase().toUpperCase()]) {
    if (other === password) continue;
    expect(await server.ask('POST /auth/login', { body: { email, password: other } })).toMatchObject({ status: 401 });
  }
});
