// Faults of access: who gets what they must not have, and who does not get what they should.

import { json } from '../../support/console/proxy.ts';
import { done, type Fault, type Plant, type Planted, unguarded, unscoped, withData, withRows } from './fault.ts';

const withRoles = (change: (role: Record<string, unknown>) => unknown) => ({
  'POST /auth/login': ({ ask }: Planted) => withData(ask(), (data) => ({ ...data, user: changed(data.user, change) })),
  'GET /auth/user': ({ ask }: Planted) => withData(ask(), (user) => changed(user, change)),
});
const changed = (user: unknown, change: (role: Record<string, unknown>) => unknown) => {
  const whole = Object(user);
  return { ...whole, roles: whole.roles.map(change) };
};

const ofAnyCompany: Plant = ({ call, ask, askAsAdministrator }) =>
  call.query.has('company_id') && call.authorization ? askAsAdministrator() : ask();

/** Demands only the permission to view. */
const ifViewer: Plant = async ({ ask, askAsAdministrator, mayView }) => {
  const reply = await ask();
  return reply.status === 403 && (await mayView()) ? askAsAdministrator() : reply;
};

/** Adds to the full list a record that belongs to no company. */
const withOneMore: Plant = async ({ call, ask }) => {
  if (['company_id', 'q', 'sort'].some((name) => call.query.has(name))) return ask();
  const isLast = async () => {
    const { data } = JSON.parse((await ask()).text);
    return data?.current_page === data?.last_page;
  };
  const rows = async () => withRows(ask(), (all) => [...all, { ...all[0], id: 999, company_id: null, company: null }]);
  return withData((await isLast()) ? rows() : ask(), (data) => ({ ...data, total: Number(data.total) + 1 }));
};

/** Sessions of the kit's own users, and sessions that changed a password. */
const opened = new Set<string | undefined>();
const ended = new Set<string | undefined>();

const both = ['Without a token', 'With an invented token'];

export const accessFaults: readonly Fault[] = [
  {
    fault: 'a call needs no token',
    plant: { 'GET /companies/{id}/employees': ({ askAsAdministrator }) => askAsAdministrator() },
    named: both.map((how) => ({
      call: 'GET /companies/{id}/employees',
      claim: `${how} it answers 401`,
      says: 'It returned data; require a valid token',
      shown: 'even without signing in',
    })),
  },
  {
    fault: 'sign-out leaves the token valid',
    plant: { 'POST /auth/logout': done },
    named: [
      {
        call: 'GET /auth/user',
        claim: 'The token is refused after sign-out',
        says: 'The token still works; make sign-out revoke it',
      },
    ],
  },
  {
    fault: 'a new password leaves the other sessions open',
    plant: {
      'POST /auth/login': async ({ ask }) => {
        const reply = await ask();
        const { data } = JSON.parse(reply.text);
        if (data?.user.email.endsWith('@conformance.invalid')) opened.add(`Bearer ${data.token}`);
        return reply;
      },
      'GET /auth/user': async ({ call, ask, askAsAdministrator }) => {
        const reply = await ask();
        return reply.status === 401 && opened.has(call.authorization) ? askAsAdministrator() : reply;
      },
    },
    with: ['write'],
    named: [
      {
        call: 'POST /auth/change-password',
        claim: 'It ends the other sessions of the user',
        says: 'The token of another session still works; make a new password revoke it',
        shown: 'whoever knew the old password stays signed in',
      },
    ],
  },
  {
    fault: 'a new password ends the session that set it',
    plant: {
      'POST /auth/change-password': async ({ call, ask }) => {
        const reply = await ask();
        if (reply.status === 200) ended.add(call.authorization);
        return reply;
      },
      'GET /auth/user': async ({ call, ask }) =>
        ended.has(call.authorization) ? json(401, { message: 'Please sign in' }) : ask(),
    },
    with: ['write'],
    named: [
      {
        call: 'GET /auth/user',
        claim: 'The session that changed the password goes on',
        says: '401: Please sign in',
      },
    ],
  },
  {
    fault: 'other companies can be opened by their id',
    plant: { 'GET /companies/{id}': unguarded },
    with: ['limited'],
    named: [
      {
        call: 'GET /companies/{id}',
        claim: 'The limited account cannot open other companies',
        says: /Company \d+ ".+" is not the account's, but was returned; answer 404/,
        shown: 'by changing an id in the URL',
      },
    ],
  },
  {
    fault: 'lists show everyone the records of every company',
    plant: { 'GET /employees': unscoped, 'GET /attendance': unscoped, 'GET /access-controllers': unscoped },
    with: ['limited'],
    named: ['GET /access-controllers', 'GET /employees', 'GET /attendance'].map((call) => ({
      call,
      claim: 'The limited account gets records of its own companies only',
      says: /\d+ of \d+ records are of other companies: record \d+ is of company \d+ ".+", the account has .*; scope the list/,
      shown: 'records of other companies',
    })),
  },
  {
    fault: 'GET /companies/all names every company to everyone',
    plant: { 'GET /companies/all': unscoped },
    with: ['limited'],
    named: [
      {
        call: 'GET /companies/all',
        claim: 'The limited account gets its own companies only',
        says: /\d+ of \d+ companies are not the account's: company \d+ ".+"/,
        shown: 'in every select of companies',
      },
    ],
  },
  {
    fault: 'a total counts the records of every company',
    plant: {
      'GET /attendance': async ({ ask, askAsAdministrator }) => {
        const reply = await ask();
        if (reply.status !== 200) return reply;
        const { data: whole } = JSON.parse((await askAsAdministrator()).text);
        const body = JSON.parse(reply.text);
        return json(200, { ...body, data: { ...body.data, total: whole.total } });
      },
    },
    with: ['limited'],
    named: [
      {
        call: 'GET /attendance',
        claim: 'The limited account gets a total of its own records only',
        field: 'total',
        says: /total is \d+, but \d+ pages? ha(s|ve) \d+ records; count with the same conditions as the rows/,
      },
    ],
  },
  {
    fault: 'records of other companies can be opened by their id',
    plant: {
      'GET /employees/{id}': unguarded,
      'GET /access-controllers/{id}': unguarded,
      'GET /attendance/{id}': unguarded,
    },
    with: ['limited'],
    named: ['GET /employees/{id}', 'GET /access-controllers/{id}', 'GET /attendance/{id}'].map((call) => ({
      call,
      claim: 'The limited account cannot open records of other companies',
      says: /Record \d+ is of company \d+ ".+", but was returned; answer 404/,
    })),
  },
  {
    fault: 'company_id reaches every company',
    plant: { 'GET /employees': ofAnyCompany, 'GET /attendance': ofAnyCompany },
    with: ['limited'],
    named: ['GET /employees', 'GET /attendance'].map((call) => ({
      call,
      claim: 'company_id of another company returns nothing to the limited account',
      says: /Asked for company_id=\d+ ".+", which is not the account's, and got its records; scope first, then filter/,
    })),
  },
  {
    fault: 'figures count every company',
    plant: { 'GET /company-urls/health-statistics': unscoped, 'GET /employees': withOneMore },
    with: ['limited'],
    named: [
      {
        call: 'GET /company-urls/health-statistics',
        claim: 'The limited account gets the health of its own URLs only',
        field: 'total',
        says: /total is \d+, but the account's companies have \d+ URLs/,
      },
      {
        call: 'GET /employees',
        claim: 'The limited account gets as many records as its companies have',
        field: 'total',
        says: /total is \d+, but the account's companies, asked for one by one, have \d+/,
      },
    ],
  },
  {
    fault: 'a user without roles can read what belongs to no company',
    plant: { 'GET /settings': unguarded },
    with: ['write'],
    named: [
      {
        call: 'GET /settings',
        claim: 'A user without roles gets no records',
        outcome: 'noted',
        says: /It returned \d+ records? to a user without roles; answer 403 if a permission is needed/,
      },
    ],
  },
  {
    fault: 'a user without roles can read what belongs to other companies',
    plant: { 'GET /companies': unguarded },
    with: ['write'],
    named: [
      { call: 'GET /companies', claim: 'A user without roles gets no records', outcome: 'noted', says: 'answer 403' },
      {
        call: 'GET /companies',
        claim: 'A user without roles gets records of its own companies only',
        says: /\d+ of \d+ records are of other companies/,
      },
    ],
  },
  {
    fault: 'an account without the permissions can write',
    plant: {
      'DELETE /access-controllers/{id}': unguarded,
      'PUT /employees/{id}': unguarded,
      'PUT /companies/{id}/hr-sync/config': unguarded,
      'POST /hr-sync/all': unguarded,
    },
    with: ['limited', 'write'],
    named: [
      ...['The limited account', 'A user without roles', 'A user who may only view'].flatMap((who) => [
        { call: 'PUT /employees/{id}', claim: `${who} cannot change it`, says: 'answer 403' },
        {
          call: 'PUT /companies/{id}/hr-sync/config',
          claim: `${who} cannot change the configuration`,
          says: 'answer 403',
        },
      ]),
      { call: 'DELETE /access-controllers/{id}', claim: 'The limited account cannot delete it', says: 'answer 403' },
      ...['A user without roles', 'A user who may only view'].map((who) => ({
        call: 'POST /hr-sync/all',
        claim: `${who} cannot send the records of every company`,
        says: 'The call succeeded; answer 403',
      })),
    ],
  },
  {
    fault: 'users who may view may also write',
    plant: { 'DELETE /access-controllers/{id}': ifViewer, 'PUT /employees/{id}': ifViewer },
    with: ['write'],
    named: [
      {
        call: 'DELETE /access-controllers/{id}',
        claim: 'A user who may only view cannot delete it',
        says: 'answer 403',
      },
      { call: 'PUT /employees/{id}', claim: 'A user who may only view cannot change it', says: 'answer 403' },
    ],
  },
  {
    fault: 'permissions have names that the console does not know',
    plant: withRoles((role) => ({ ...role, permissions: [{ id: 1, name: 'manage-roles' }] })),
    named: [
      {
        call: 'GET /auth/user',
        claim: 'The user has one of roles.view, users.view, settings.view',
        field: 'roles.0.permissions.0.name',
        says: 'The names are manage-roles; give administrators one of these three as well',
        shown: 'A sidebar without Roles, Users, HR Sync and Settings',
      },
    ],
  },
  {
    fault: 'roles come without their permissions',
    plant: withRoles(({ permissions: _, ...role }) => role),
    named: [
      {
        call: 'GET /auth/user',
        claim: 'The user has one of roles.view, users.view, settings.view',
        field: 'roles.0.permissions',
        says: 'It is empty or missing; send the permissions of each role',
        shown: 'A sidebar without Roles, Users, HR Sync and Settings',
      },
    ],
  },
  {
    fault: 'no permission is named employees.edit_id',
    plant: withRoles((role) => ({
      ...role,
      permissions: [
        { id: 1, name: 'users.view' },
        { id: 2, name: 'edit-id' },
      ],
    })),
    named: [
      {
        call: 'GET /auth/user',
        claim: 'The user has employees.edit_id',
        outcome: 'noted',
        says: 'No permission of the user is named employees.edit_id',
        shown: 'a locked Employee ID',
      },
    ],
  },
  {
    fault: 'the API does not answer pages of another origin',
    plant: {},
    with: ['origin'],
    named: [
      ...['PUT', 'DELETE'].map((method) => ({
        call: 'OPTIONS /companies/{id}',
        claim: `The request before ${method} is answered, and allows the origin`,
        says: /Answered \d+; answer OPTIONS with 204, before any check of a token/,
        shown: 'The server cannot be reached',
      })),
      ...['An answer', 'A refusal'].map((what) => ({
        call: 'GET /auth/user',
        claim: `${what} allows the origin`,
        field: 'Access-Control-Allow-Origin',
        says: 'It is missing; send https://console.example with every answer, also with errors',
      })),
    ],
  },
  {
    fault: 'the API allows pages of another origin neither Authorization nor PUT',
    plant: {
      '*': async ({ call, ask }) => {
        const allowed = { 'Access-Control-Allow-Origin': '*' };
        if (!call.key.startsWith('OPTIONS ')) return { ...(await ask()), headers: allowed };
        const headers = {
          ...allowed,
          'Access-Control-Allow-Methods': 'GET, DELETE',
          'Access-Control-Allow-Headers': '*',
        };
        return { status: 204, type: '', text: '', headers };
      },
    },
    with: ['origin'],
    named: [
      {
        call: 'OPTIONS /companies/{id}',
        claim: 'It allows PUT',
        field: 'Access-Control-Allow-Methods',
        says: 'It is "GET, DELETE"; name GET, POST, PUT and DELETE',
      },
      {
        call: 'OPTIONS /companies/{id}',
        claim: 'It allows the header Authorization',
        field: 'Access-Control-Allow-Headers',
        says: 'It is "*"; name Authorization and Content-Type',
      },
    ],
  },
];
