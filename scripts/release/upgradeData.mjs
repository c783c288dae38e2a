// Creates the data that tests/server/upgrades/ upgrades: starts a released server on an empty database, uses its API,
// and keeps the database along with what the test should find in it.
//
//   node scripts/release/upgradeData.mjs <unpacked release> <folder> [postgres://… of an empty database]
import { execFileSync, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

const [release = '', folder = '', databaseUrl] = process.argv.slice(2);
const kind = databaseUrl ? 'postgres' : 'sqlite';
const data = mkdtempSync(path.join(tmpdir(), 'rollcall-upgrade-data-'));
const administrator = { email: 'ada@rollcall.example', password: 'correct horse' };
const secret = 'the secret of the door';

/** Ids of the records that the HR system received, by employee. */
const sent = {};
const hr = createServer(receive).listen(0, '127.0.0.1');
await once(hr, 'listening');
const server = await start();
const facts = await work();
server.child.kill('SIGTERM');
await once(server.child, 'exit');
hr.close();
save();
rmSync(data, { recursive: true });

async function start() {
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: data,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const child = spawn(process.execPath, ['build/server.mjs'], { cwd: release, env });
  for await (const chunk of child.stderr) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk))?.[0];
    if (url) return { child, url };
    process.stderr.write(chunk);
  }
  throw new Error('The server ended');
}

/** Accepts one employee's records, rejects another's, and does not answer for the others. */
async function receive(request, response) {
  const { records } = await json(request);
  for (const { id, employee_id } of records) (sent[employee_id] ??= []).push(id);
  const answers = { '00101': { status: 'accepted' }, '00102': { status: 'rejected', reason: 'Unknown' } };
  const results = records.flatMap(({ id, employee_id }) =>
    answers[employee_id] ? [{ id, ...answers[employee_id] }] : [],
  );
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ results }));
}

async function call(token, key, body) {
  const [method, route] = key.split(' ');
  const answer = await fetch(`${server.url}/web/api/v1${route}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${key}: ${JSON.stringify(said)}`);
  return said.data ?? said;
}

async function work() {
  const { token } = await call('', 'POST /auth/login', administrator);
  const ask = (key, body) => call(token, key, body);
  const madeAt = new Date();
  const companies = ['Bäckerei Krüger', 'Cedar Street Print', 'Harbour Freight'];
  for (const name of companies) await ask('POST /companies', { name, contact_email: 'office@company.example' });
  const url = `http://127.0.0.1:${hr.address().port}/`;
  await ask('POST /companies/1/urls', { url_type: 'hr_system', url, description: 'HR' });
  await ask('POST /access-controllers', { company_id: 1, name: 'Front door', webhook_secret: secret });
  await ask('POST /access-controllers', { company_id: 2, name: 'Gate' });
  for (const [index, name] of ['Ann Lee', 'Bob Ray', 'Cy Young', 'Dee Fox'].entries())
    await ask('POST /employees', { company_id: 1, employee_id: `0010${index + 1}`, name });
  const roles = await ask('GET /roles');
  const { id: role } = (roles.data ?? roles).find(({ name }) => name !== 'administrator');
  const colleague = { email: 'bea@rollcall.example', password: 'battery staple' };
  await ask('POST /users', { name: 'Bea', ...colleague, roles: [role], companies: [1] });
  await call('', 'POST /auth/login', { ...colleague, password: 'wrong' }).catch(() => {});
  await call('', 'POST /auth/forgot-password', { email: colleague.email });

  const { unique_identifier: door } = await ask('GET /access-controllers/1');
  const days = [1, 0].map((ago) => new Date(madeAt.getTime() - ago * 86_400_000).toISOString().slice(0, 10));
  const events = days.flatMap((day, index) =>
    ['00101', '00102', '00103', '00999'].flatMap((employee_id) => [
      { employee_id, event_type: 'check-in', timestamp: `${day}T00:0${index}:00Z` },
      { employee_id, event_type: 'check-out', timestamp: `${day}T00:1${index}:00Z` },
    ]),
  );
  await send(door, { events });
  await ask('POST /hr-sync/companies/1', { date: days[0] });
  await ask('DELETE /companies/3');
  const key = await ask('GET /attendance/signing-key');
  const status = await ask('GET /hr-sync/companies/1/status');
  const kept = { companies: companies.slice(0, 2), attendance: events.length };
  return { madeAt, administrator, colleague, token, ...kept, key, day: days[0], sent, status };
}

async function send(door, content) {
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const answer = await fetch(`${server.url}/webhooks/access-controllers/${encodeURIComponent(door)}`, {
    method: 'POST',
    headers: { 'X-Rollcall-Timestamp': timestamp, 'X-Rollcall-Signature': `sha256=${signature}` },
    body,
  });
  if (!answer.ok) throw new Error(await answer.text());
}

function save() {
  const env = { ...process.env, DATA_DIR: data, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const command = (...words) =>
    execFileSync(process.execPath, ['build/server.mjs', ...words], { cwd: release, env, encoding: 'utf8' });
  const [, entries, head] = /: (\d+) entries, the last has the hash (\w+)/.exec(command('verify-audit'));
  const copy = path.join(data, 'copy.sqlite');
  if (!databaseUrl) command('backup', copy);
  const dump = () => execFileSync('pg_dump', ['--format=plain', '--no-owner', '--no-privileges', databaseUrl]);
  mkdirSync(folder, { recursive: true });
  const file = databaseUrl ? 'postgres.sql.gz' : 'sqlite.gz';
  writeFileSync(path.join(folder, file), gzipSync(databaseUrl ? dump() : readFileSync(copy), { level: 9 }));
  const expected = { ...facts, audit: { entries: Number(entries), head } };
  writeFileSync(path.join(folder, `${kind}.json`), `${JSON.stringify(expected, null, 2)}\n`);
}
