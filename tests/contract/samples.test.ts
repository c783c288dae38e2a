// The sample answers in docs/backends.md: the console understands each of them with all its fields.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createKitClient } from '../../scripts/conformance/client.ts';
import { access } from '../../src/shared/contract/access.ts';
import { answerDecoder, type CallKey } from '../../src/shared/contract/calls.ts';
import { isRecord } from '../support/console/dialects.ts';
import { json, startProxy } from '../support/console/proxy.ts';
import { outdatedEdit } from '../support/contract/outdatedEdit.ts';

const document = readFileSync(path.resolve(import.meta.dirname, '../../docs/backends.md'), 'utf8');

/** The samples, each of which follows a line that begins with its call. */
const samples = [...document.matchAll(/^`((?:GET|POST|PUT) [^`?]+)[^\n]*\n+```json\n(.*?)```/gms)].map(
  ([line, call = '', text = '']) => ({ call, isRefusal: /^[^\n]*status 4/.test(line), answer: JSON.parse(text) }),
);
const isEndpointKey = (key: string): key is CallKey => key in access;

/** The path of each field, such as 'data.0.name'. */
function fieldsOf(value: unknown, prefix = ''): string[] {
  if (!isRecord(value) && !Array.isArray(value)) return [prefix];
  return Object.entries(value).flatMap(([name, item]) => fieldsOf(item, prefix ? `${prefix}.${name}` : name));
}

test('every block of JSON in the document is a sample', () => {
  expect(samples.length).toBeGreaterThan(15);
  expect(document.match(/^```json$/gm)).toHaveLength(samples.length);
});

test.each(samples.filter(({ isRefusal }) => !isRefusal))(
  'the console reads every field of $call',
  ({ call, answer }) => {
    if (!isEndpointKey(call)) throw new Error(`No call of the contract: ${call}`);
    const decoded = answerDecoder(call)(answer.data);
    expect(fieldsOf(decoded)).toEqual(expect.arrayContaining(fieldsOf(answer.data)));
  },
);

test('the console reads every field of the refusal of an outdated edit', () => {
  const key = 'PUT /companies/{id}';
  const data = samples.find(({ call }) => call === key)?.answer.data;
  expect(fieldsOf(outdatedEdit(key)(data))).toEqual(expect.arrayContaining(fieldsOf(data)));
});

test('the console shows the messages of the sample refusal at their fields', async () => {
  const refusal = samples.find(({ isRefusal }) => isRefusal);
  const proxy = await startProxy('', async () => json(422, refusal?.answer));
  const client = createKitClient({ base: proxy.api, token: null, onAnswer: () => undefined });
  const fields = { name: '', email: '', phone: '', department: '', position: '', crm_employee_id: '' };
  const result = await client.call('POST /employees', { body: { company_id: 7, employee_id: '00042', ...fields } });
  await proxy.stop();
  expect(result).toMatchObject({
    ok: false,
    error: { kind: 'invalid', fields: { employee_id: 'Employee ID is taken' } },
  });
});
