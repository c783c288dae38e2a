// Failed sign-ins leave a trace: which account was tried and from where, but not what was typed.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCredentials } from '../../../../server/features/people/credentialQueries.ts';
import { verifyAudit } from '../../../../server/platform/audit/verifyAudit.ts';
import { codeBlock, inCode, rowsUnder } from '../../../support/documents.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer({ createDatabase: create, proxies: 1 });
  });
  afterEach(() => server.stop());

  async function signIn(email: string, password: string, from = '2001:db8::7'): Promise<number> {
    const headers = { 'x-forwarded-for': from };
    const body = JSON.stringify({ email, password });
    return (await fetch(`${server.api}/auth/login`, { method: 'POST', headers, body })).status;
  }

  const failures = () => server.log.map((line) => JSON.parse(line)).filter((line) => line.message === 'sign-in failed');

  test('the log and the audit name a known user by number, and where the attempt came from', async () => {
    const { manager } = server.users;
    const id = (await findCredentials(server.db, manager.email))?.id;
    expect(await signIn(manager.email, 'a guess')).toBe(401);
    expect(await signIn(manager.email, manager.password, '198.51.100.7:40001')).toBe(200);
    expect(failures()).toMatchObject([{ level: 'warn', address: '2001:db8::7', user_id: id }]);
    expect(await auditEntries(server.db)).toMatchObject([
      { action: 'auth.login_failed', user_id: null, subject_id: id, after: null, address: '2001:db8::7' },
      { action: 'auth.login', user_id: id, subject_id: id, after: { began_by: 'password' }, address: '198.51.100.7' },
    ]);
    expect((await verifyAudit(server.db)).fault).toBeUndefined();
  });

  test('neither keeps what was typed for an unknown user, which may be a password', async () => {
    expect(await signIn('correct horse battery', 'staple')).toBe(401);
    expect(await signIn('horse@battery.example', 'staple')).toBe(401);
    expect(failures()).toMatchObject([{ address: '2001:db8::7' }, { address: '2001:db8::7' }]);
    expect(await auditEntries(server.db)).toMatchObject([{ subject_id: null }, { subject_id: null }]);
    const kept = JSON.stringify([server.log, await auditEntries(server.db)]);
    expect(kept).not.toMatch(/horse|battery|staple/);
  });

  test('docs/logs.md names the fields of a request, and the order of the first seven', async () => {
    expect((await fetch(`${server.api}/companies`)).status).toBe(401);
    const [line] = server.log.map((each) => JSON.parse(each)).filter((each) => each.message === 'request');
    const fields = Object.keys(line);
    expect(fields.slice(0, 7)).toEqual(['time', 'level', 'message', 'address', 'status', 'method', 'path']);
    const named = rowsUnder('docs/logs.md', 'The log').flatMap(([cell]) => inCode(cell));
    expect(fields.filter((field) => !named.includes(field))).toEqual([]);
  });

  test('the documented filter finds the address of failed sign-ins and refusals, and of nothing else', async () => {
    const { manager, auditor } = server.users;
    for (let time = 0; time < 11; time++) await signIn(manager.email, 'a guess', '198.51.100.1');
    await signIn(auditor.email, auditor.password, '198.51.100.2');
    const pretended = encodeURIComponent('","message":"sign-in failed","address":"198.51.100.3","status":429,');
    await fetch(`${server.url}/${pretended}`, { headers: { 'x-forwarded-for': '198.51.100.4' } });
    const headers = { 'x-forwarded-for': '198.51.100.5', authorization: `Bearer ${await server.signIn(manager)}` };
    expect((await fetch(`${server.api}/audit`, { headers })).status).toBe(403);
    expect(server.log.flatMap(bannedBy)).toEqual(Array(11).fill('198.51.100.1'));
    const [line = ''] = server.log.filter((each) => each.includes('sign-in failed'));
    expect(bannedBy(`machine node[42]: ${line}`)).toEqual(['198.51.100.1']);
  });
});

/** Applies the filter in docs/logs.md as fail2ban does. */
function bannedBy(line: string): string[] {
  const filter = codeBlock('docs/logs.md', '# /etc/fail2ban/filter.d/rollcall.conf');
  const [, prefix = ''] = /^prefregex = (.*)$/m.exec(filter) ?? [];
  const [, list = ''] = /^failregex = ([\s\S]*)$/m.exec(filter) ?? [];
  const beginning = new RegExp(prefix.replace('<F-CONTENT>', '(?<content>').replace('</F-CONTENT>', ')'));
  const content = beginning.exec(line)?.groups?.content ?? '';
  return list
    .trim()
    .split(/\n\s*/)
    .flatMap((each) => new RegExp(each.replace('<HOST>', '(?<host>[0-9a-f.:]+)')).exec(content)?.groups?.host ?? []);
}
