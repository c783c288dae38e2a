// `config`: the settings in force and their origin, misspelled ones, and hosts that cannot be reached.

import { createServer } from 'node:http';
import { createServer as createSocketServer, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { openExisting } from '../../../../server/platform/db/open.ts';
import { install } from '../../../support/server/installation.ts';
import { startMailServer } from '../../../support/server/mailServer.ts';
import { listen } from '../../../support/server/ports.ts';

const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };

const installed = await install();
afterAll(() => installed.remove());

const ask = (environment: Record<string, string>, ...options: string[]) =>
  installed.start(['config', ...options], environment).ended;

test('shows each variable with its source, and no secret', async () => {
  const { code, text } = await ask({
    PORT: '4010',
    SECRETS_KEY: 'x'.repeat(32),
    DATABASE_URL: 'postgres://rollcall:hidden@127.0.0.1:1/rollcall',
    PUBLIC_URL: 'https://rollcall.example',
    SMTP_URL: 'smtp://ada@rollcall.example:hidden@mail.example',
  });
  expect(code).toBe(0);
  expect(text).toMatch(/^PORT +4010 +environment$/m);
  expect(text).toMatch(/^HOST +127\.0\.0\.1 +default$/m);
  expect(text).toMatch(/^SECRETS_KEY +set +environment$/m);
  expect(text).toMatch(/^OIDC_CLIENT_SECRET +not set$/m);
  expect(text).toMatch(/^DATABASE_URL +postgres:\/\/rollcall:…@127\.0\.0\.1:1\/rollcall +environment$/m);
  expect(text).toMatch(/^SMTP_URL +smtp:\/\/ada@rollcall\.example:…@mail\.example +environment$/m);
  expect(text).toMatch(/^MAIL_FROM +Rollcall <no-reply@rollcall\.example> +default$/m);
  expect(text).not.toMatch(/hidden|xxx/);
});

test('names the variable that was meant, and a time zone that the stored setting overrules', async () => {
  const place = { DATA_DIR: 'zone' };
  const run = installed.start([], { ...place, ...admin, BUSINESS_TIMEZONE: 'Europe/Athens' });
  await run.url();
  await run.kill('SIGTERM');
  const { text } = await ask({ ...place, BUSINESS_TIMEZONE: 'Asia/Tokyo', BUISNESS_TIMEZONE: 'Asia/Tokyo', HOME: '/' });
  expect(text).toContain('BUISNESS_TIMEZONE has no meaning: did you mean BUSINESS_TIMEZONE?\n');
  expect(text).toContain('BUSINESS_TIMEZONE is not used: the setting business_timezone is Europe/Athens\n');
  expect(text).toMatch(/^business_timezone +Europe\/Athens +setting$/m);
  expect(text).toMatch(/^device_alert_minutes +30 +default$/m);
  expect(text).not.toContain('HOME');
});

test('--check says what can be reached, and fails where something cannot', async () => {
  const place = { DATA_DIR: 'checked', PUBLIC_URL: 'https://rollcall.example' };
  expect(await installed.start(['admin'], { ...place, ...admin }).ended).toMatchObject({ code: 0 });
  const mail = await startMailServer();
  onTestFinished(() => mail.close());
  const provider = createServer((_, response) => void response.end('{}'));
  const port = await listen(provider);
  onTestFinished(() => void provider.close());
  const single = { OIDC_CLIENT_ID: 'rollcall', OIDC_CLIENT_SECRET: 'given', ALLOW_PRIVATE_HOSTS: '127.0.0.1' };

  const well = { ...place, ...single, SMTP_URL: mail.url, OIDC_ISSUER: `http://127.0.0.1:${port}` };
  const good = await ask(well, '--check');
  for (const what of ['database', 'mail server', 'single sign-on'])
    expect(good.text).toMatch(new RegExp(`^${what} +can be reached$`, 'm'));
  expect(good.code).toBe(0);

  const bad = await ask({ ...well, SMTP_URL: 'smtp://127.0.0.1:1', OIDC_ISSUER: 'http://127.0.0.1:1' }, '--check');
  for (const what of ['mail server', 'single sign-on'])
    expect(bad.text).toMatch(new RegExp(`^${what} +.*(?:refused|ECONNREFUSED)`, 'mi'));
  expect(bad.code).toBe(1);
});

test('--check tries the HR systems of companies: what answers, what refuses, what is silent, what is not allowed', async () => {
  const place = { DATA_DIR: 'hr', PUBLIC_URL: 'https://rollcall.example' };
  expect(await installed.start(['admin'], { ...place, ...admin }).ended).toMatchObject({ code: 0 });
  const answering = createServer((_, response) => void response.writeHead(405).end());
  const silent = createSocketServer(() => {});
  const [well, mute] = [await listening(answering), await listening(silent)];
  const db = await openExisting({ dataDir: path.join(installed.folder, 'hr') });
  await db.exec(`insert into companies (name, unique_identifier, created_at) values ('A', 'a', '2026-01-01 00:00:00')`);
  const urls = [`${well}/attendance`, `${well}/other`, `${mute}/hr`, 'http://127.0.0.1:1/hr'];
  for (const url of urls)
    await db.run(sql`insert into company_urls (company_id, url_type, url, created_at)
      values (1, 'hr_system', ${url}, '2026-01-01 00:00:00')`);
  await db.run(sql`insert into company_urls (company_id, url_type, url, created_at)
    values (1, 'website', 'http://127.0.0.1:2/', '2026-01-01 00:00:00')`);
  await db.close();

  const allowed = await ask({ ...place, ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, '--check');
  expect(allowed.code).toBe(1);
  // Each host is listed once, and counts as reached with any answer.
  expect(allowed.text.match(new RegExp(`^${well} +can be reached$`, 'gm'))).toHaveLength(1);
  expect(allowed.text).toMatch(/^http:\/\/127\.0\.0\.1:1 +.*refused/im);
  expect(allowed.text).toMatch(new RegExp(`^${mute} +.*(?:answer|time)`, 'im'));
  expect(allowed.text).not.toContain('127.0.0.1:2');
  const refused = await ask(place, '--check');
  expect(refused.text).toMatch(new RegExp(`^${well} +(?!can be reached).*\\w`, 'm'));
});

async function listening(server: Server): Promise<string> {
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${port}`;
}
