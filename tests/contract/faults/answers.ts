// Faults of single answers: form, status, speed, and content.

import { json } from '../../support/console/proxy.ts';
import { type Fault, html, withData, withEachRow } from './fault.ts';

const never = () => new Promise<never>(() => undefined);

export const answerFaults: readonly Fault[] = [
  {
    fault: 'text instead of an object',
    plant: { 'GET /employees': ({ ask }) => withEachRow(ask(), (row) => ({ ...row, company: 'Acme' })) },
    named: [
      {
        call: 'GET /employees',
        claim: 'The answer can be decoded',
        field: 'data.0.company',
        says: 'data.0.company is "Acme", which is not an object',
        shown: 'records could not be read: company is not an object." beside the others',
      },
    ],
  },
  {
    fault: 'roles are sent as texts',
    plant: { 'GET /users': ({ ask }) => withEachRow(ask(), (row) => ({ ...row, roles: ['admin'] })) },
    named: [
      {
        call: 'GET /users',
        claim: 'The answer can be decoded',
        field: 'data.0.roles.0',
        says: 'data.0.roles.0 is "admin", which is not an object',
      },
    ],
  },
  {
    fault: 'dates in a local format',
    plant: { 'GET /users': ({ ask }) => withEachRow(ask(), (row) => ({ ...row, created_at: '21.11.2026 8 Uhr' })) },
    named: [
      {
        call: 'GET /users',
        claim: 'Every created_at is a date the console can read',
        field: 'data.0.created_at',
        says: 'It is "21.11.2026 8 Uhr"; send ISO 8601',
      },
    ],
  },
  {
    fault: 'a warning of PHP before the JSON',
    plant: {
      'GET /roles': async ({ ask }) => {
        const reply = await ask();
        return { ...reply, text: `Warning: Undefined index in roles.php on line 3\n${reply.text}` };
      },
    },
    named: [
      {
        call: 'GET /roles',
        claim: 'The answer can be decoded',
        says: 'The server sent an answer that is not readable JSON',
      },
    ],
  },
  {
    fault: 'an answer that never comes',
    plant: { 'GET /settings/url-types': never },
    with: ['short time limit'],
    named: [
      {
        call: 'GET /settings/url-types',
        claim: 'The answer can be decoded',
        says: 'The server has not answered in time',
      },
    ],
  },
  {
    fault: 'a redirect to a page for signing in, instead of 401',
    plant: {
      'GET /companies': async ({ ask }) => {
        const reply = await ask();
        return reply.status === 401 ? { ...html, status: 302, headers: { Location: '/web/api/v1/login-page' } } : reply;
      },
      'GET /login-page': async () => html,
    },
    named: ['Without a token', 'With an invented token'].map((how) => ({
      call: 'GET /companies',
      claim: `${how} it answers 401`,
      says: 'API endpoint returned HTML instead of JSON',
      shown: 'no dialog to sign in again',
    })),
  },
  {
    fault: 'a wrong sign-in is answered with 200',
    plant: {
      'POST /auth/login': async ({ ask }) => {
        const reply = await ask();
        return reply.status === 200 ? reply : json(200, { success: false, message: 'Wrong password' });
      },
    },
    named: [{ call: 'POST /auth/login', claim: 'An unknown e-mail is refused', says: '200: Wrong password' }],
  },
  {
    fault: 'an unknown id is answered with a page',
    plant: {
      'GET /companies/{id}/urls': async ({ ask }) => {
        const reply = await ask();
        return reply.status === 404 ? { ...html, status: 404 } : reply;
      },
    },
    named: [
      {
        call: 'GET /companies/{id}/urls',
        claim: 'An unknown id is 404',
        says: 'Answered 404 with HTML instead of JSON',
      },
    ],
  },
  {
    fault: 'calls that the console does not make, or can do without, are answered with a page',
    plant: {
      'GET /permissions': async () => ({ ...html, status: 404 }),
      'GET /roles/{id}': async () => ({ ...html, status: 404 }),
      'GET /conformance-no-such-call': async () => ({ ...html, status: 404 }),
    },
    named: [
      {
        call: 'GET /permissions',
        claim: 'The server has this call',
        outcome: 'noted',
        says: '404',
        shown: 'the console does not make this call',
      },
      {
        call: 'GET /roles/{id}',
        claim: 'The server has this call',
        outcome: 'noted',
        says: '404',
        shown: 'edits that replace what somebody else saved meanwhile',
      },
      {
        call: 'GET /conformance-no-such-call',
        claim: 'An unknown path is 404, as JSON',
        outcome: 'noted',
        says: 'Answered 404, text/html',
      },
    ],
  },
  {
    fault: 'a user is sent with the hash of the password',
    plant: { 'GET /users/{id}': ({ ask }) => withData(ask(), (data) => ({ ...data, password: '$2y$10$abcdefghijk' })) },
    named: [
      {
        call: 'GET /users/{id}',
        claim: 'The answer contains no password, secret, hash or token',
        field: 'password',
        says: 'password holds one; leave the field out',
      },
    ],
  },
  {
    fault: 'access controllers are sent with their webhook_secret',
    plant: {
      'GET /access-controllers': ({ ask }) =>
        withEachRow(ask(), (row) => ({ ...row, webhook_secret: 's3cret-of-door' })),
    },
    named: [
      {
        call: 'GET /access-controllers',
        claim: 'The answer contains no password, secret, hash or token',
        field: 'data.0.webhook_secret',
        says: 'data.0.webhook_secret holds one; leave the field out',
      },
    ],
  },
];
