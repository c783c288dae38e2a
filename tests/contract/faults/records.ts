// Faults of single records: read, created, changed and deleted.

import { unknownId } from '../../../scripts/conformance/checks/kinds.ts';
import { isRecord } from '../../support/console/dialects.ts';
import { json, type Reply } from '../../support/console/proxy.ts';
import { done, type Fault, type Plant, withData, withEachRow } from './fault.ts';

let firstEmployee: Reply | undefined;

/** Ids, as at the end of the path, of records that were changed with null for their flag. */
const nulled = new Set<string>();
const withNullFlag: Plant = ({ call, ask }) => {
  if (isRecord(call.body) && call.body.is_active === null) nulled.add(call.path.split('/').at(-1) ?? '');
  return ask();
};
const withFlag =
  (is_active: boolean): Plant =>
  ({ ask }) =>
    withEachRow(ask(), (row) => (nulled.has(String(row.id)) ? { ...row, is_active } : row));

const withoutSpecial = (value: unknown) => String(value).replace(/[^\x20-\x7e]/gu, '?');

/** Answers with success if the field names a record that does not exist. */
const unlessUnknown =
  (field: string): Plant =>
  async (planted) => {
    const { body } = planted.call;
    const ids = isRecord(body) ? [body[field]].flat() : [];
    return ids.includes(unknownId) ? done(planted) : planted.ask();
  };

export const recordFaults: readonly Fault[] = [
  {
    fault: 'a call for one record answers another one',
    plant: { 'GET /companies/{id}': ({ ask }) => withData(ask(), (data) => ({ ...data, id: 1_000 })) },
    named: [
      {
        call: 'GET /companies/{id}',
        claim: 'The record has the requested id',
        field: 'id',
        says: /Asked for \d+, got 1000; look the record up by the id in the path/,
        shown: 'Another record, which saving would overwrite',
      },
    ],
  },
  {
    fault: 'a call for one record always answers the first',
    plant: {
      'GET /employees/{id}': async ({ ask }) => {
        const reply = await ask();
        if (reply.status !== 200) return reply;
        firstEmployee ??= reply;
        return firstEmployee;
      },
    },
    named: [
      {
        call: 'GET /employees/{id}',
        claim: 'The record has the requested id',
        field: 'id',
        says: /Asked for \d+, got \d+; look the record up by the id in the path/,
      },
    ],
  },
  {
    fault: "a company's employees are those of another one",
    plant: {
      'GET /companies/{id}/employees': ({ ask }) => withEachRow(ask(), (row) => ({ ...row, company_id: 1_000 })),
    },
    named: [
      {
        call: 'GET /companies/{id}/employees',
        claim: 'The records are of the requested company',
        field: '0.company_id',
        says: /Asked for company \d+, got record \d+ of company 1000/,
      },
    ],
  },
  {
    fault: 'a change is answered with success, and lost',
    plant: { 'PUT /companies/{id}': done },
    with: ['write'],
    named: [
      {
        call: 'PUT /companies/{id}',
        claim: 'The list shows the change',
        field: 'name',
        says: /"Conformance check .*" was saved, "Conformance check \w+" is returned/,
        shown: 'the old value',
      },
      {
        call: 'PUT /companies/{id}',
        claim: 'A user without roles cannot change it',
        says: 'The call succeeded; answer 403',
      },
    ],
  },
  {
    fault: 'a deletion is answered with success, and nothing is deleted',
    plant: { 'DELETE /roles/{id}': done },
    with: ['write'],
    named: [
      {
        call: 'DELETE /roles/{id}',
        claim: 'The deleted record is gone',
        says: /Record \d+ is still in the list; please delete it by hand/,
      },
      {
        call: 'DELETE /roles/{id}',
        claim: 'A user without roles cannot delete it',
        says: 'The call succeeded; answer 403',
      },
    ],
  },
  {
    fault: 'the server has no PUT',
    plant: { 'PUT /employees/{id}': async () => json(405, { message: 'Method Not Allowed' }) },
    with: ['write'],
    named: [
      {
        call: 'PUT /employees/{id}',
        claim: 'A change is accepted',
        says: '405: Method Not Allowed',
        shown: 'Edit Employee: "Method Not Allowed"',
      },
    ],
  },
  {
    fault: 'settings are found by their key only',
    plant: {
      'PUT /settings/{keyOrId}': async () => json(404, { message: 'No such setting' }),
      'DELETE /settings/{keyOrId}': async ({ call, ask }) =>
        /\/\d+$/.test(call.path) ? json(404, { message: 'No such setting' }) : ask(),
    },
    with: ['write'],
    named: [
      { call: 'PUT /settings/{keyOrId}', claim: 'A change is accepted', says: '404: No such setting' },
      { call: 'DELETE /settings/{keyOrId}', claim: 'The record can be deleted', says: '404: No such setting' },
    ],
  },
  {
    fault: 'employee_id is kept and sent as a number',
    plant: {
      'GET /employees': ({ ask }) =>
        withEachRow(ask(), (row) => ({ ...row, employee_id: Number(String(row.employee_id).replace(/\D/g, '')) })),
    },
    with: ['write'],
    named: [
      {
        call: 'GET /employees',
        claim: 'employee_id is text',
        outcome: 'noted',
        field: 'data.0.employee_id',
        says: /a number cannot keep leading zeros/,
      },
      {
        call: 'PUT /employees/{id}',
        claim: 'The list shows the change',
        field: 'employee_id',
        says: '"00123" was saved, "123" is returned: leading zeros are lost; keep and send it as text',
        shown: '"123" instead of "00123"',
      },
    ],
  },
  {
    fault: 'names lose their accents, Chinese characters and emoji',
    plant: { 'GET /companies': ({ ask }) => withEachRow(ask(), (row) => ({ ...row, name: withoutSpecial(row.name) })) },
    with: ['write'],
    named: [
      {
        call: 'PUT /companies/{id}',
        claim: 'The list shows the change',
        field: 'name',
        says: /Zoë Łuń 李雷 🙂" was saved, ".*Zo\? .*" is returned: characters are lost; use UTF-8 everywhere/,
      },
    ],
  },
  {
    fault: 'a record without its required name is accepted',
    plant: {
      'POST /employees': async ({ call, ask }) =>
        isRecord(call.body) && call.body.name === '' ? json(200, { success: true, data: null, message: '' }) : ask(),
    },
    with: ['write'],
    named: [
      {
        call: 'POST /employees',
        claim: 'A record with an invalid name is refused with 422',
        says: 'The call succeeded; answer 422',
      },
    ],
  },
  {
    fault: 'a name of blanks only is accepted',
    plant: {
      'POST /companies': async (planted) =>
        isRecord(planted.call.body) && planted.call.body.name === '   ' ? done(planted) : planted.ask(),
    },
    with: ['write'],
    named: [
      {
        call: 'POST /companies',
        claim: 'A record with a blank name is refused with 422',
        says: 'The call succeeded; answer 422',
      },
    ],
  },
  {
    fault: 'a user gets a role that does not exist',
    plant: { 'POST /users': unlessUnknown('roles') },
    with: ['write'],
    named: [
      {
        call: 'POST /users',
        claim: 'A record with an unknown id in roles is refused with 422 or 404',
        says: 'The call succeeded; answer 422',
      },
    ],
  },
  {
    fault: 'a role gets a permission that does not exist',
    plant: { 'POST /roles': unlessUnknown('permissions') },
    with: ['write'],
    named: [
      {
        call: 'POST /roles',
        claim: 'A record with an unknown id in permissions is refused with 422 or 404',
        says: 'The call succeeded; answer 422',
      },
    ],
  },
  {
    fault: 'a key that another setting has is accepted',
    plant: {
      'POST /settings': async (planted) => {
        const reply = await planted.ask();
        return reply.text.includes('already exists') ? done(planted) : reply;
      },
    },
    with: ['write'],
    named: [
      {
        call: 'POST /settings',
        claim: 'A key that is taken is refused with 422',
        says: 'The call succeeded; answer 422',
      },
    ],
  },
  {
    fault: 'a text that a change leaves out stays',
    plant: {
      'GET /companies': ({ ask }) =>
        withEachRow(ask(), (row) =>
          String(row.name).startsWith('Conformance check') ? { ...row, crm_company_id: '00123' } : row,
        ),
    },
    with: ['write'],
    named: [
      {
        call: 'PUT /companies/{id}',
        claim: 'A text that a change leaves out is empty',
        field: 'crm_company_id',
        says: 'It is still "00123"; a change replaces the record',
        shown: 'Other programs could not empty it',
      },
    ],
  },
  {
    fault: 'a flag that is null in a change is switched on',
    plant: { 'PUT /company-urls/{id}': withNullFlag, 'GET /companies/{id}/urls': withFlag(true) },
    with: ['write'],
    named: [
      {
        call: 'PUT /company-urls/{id}',
        claim: 'A flag that is null in a change stays',
        field: 'is_active',
        says: 'It was false and is true; null is as if left out',
        shown: 'Other programs could switch the record on or off',
      },
    ],
  },
  {
    fault: 'a flag that is null in a change is switched off',
    plant: { 'PUT /access-controllers/{id}': withNullFlag, 'GET /access-controllers': withFlag(false) },
    with: ['write'],
    named: [
      {
        call: 'PUT /access-controllers/{id}',
        claim: 'A flag that is null in a change stays',
        field: 'is_active',
        says: 'It was true and is false; null is as if left out',
      },
    ],
  },
  {
    fault: 'a flag that is null is refused',
    plant: {
      'PUT /access-controllers/{id}': async ({ call, ask }) =>
        isRecord(call.body) && call.body.is_active === null
          ? json(422, { message: 'is_active is not true or false', errors: {} })
          : ask(),
    },
    with: ['write'],
    named: [
      {
        call: 'PUT /access-controllers/{id}',
        claim: 'A change may have null for a flag',
        says: '422: is_active is not true or false',
      },
    ],
  },
  {
    fault: 'a record that does not exist is marked as processed',
    plant: { 'POST /attendance/mark-processed': unlessUnknown('record_ids') },
    with: ['write'],
    named: [
      {
        call: 'POST /attendance/mark-processed',
        claim: 'A record that does not exist is refused with 404 or 422',
        says: 'The call succeeded; answer 404',
      },
    ],
  },
  {
    fault: 'a new password is refused',
    plant: { 'POST /auth/change-password': async () => json(422, { message: 'Too weak', errors: {} }) },
    with: ['write'],
    named: [{ call: 'POST /auth/change-password', claim: 'A new password is accepted', says: '422: Too weak' }],
  },
];
