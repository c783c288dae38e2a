// Proves that an import never stops halfway without saying so, and duplicates nothing: a small server that stores
// employees loses connections, refuses and breaks at chosen rows.

import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Creation } from '../../../../../src/features/employees/import/plan.ts';
import { type Results, runImport } from '../../../../../src/features/employees/import/runImport.ts';
import { createClient } from '../../../../../src/platform/api/client.ts';
import { json, type ScriptedServer, startScriptedServer } from '../../../../support/console/scriptedServer.ts';
import { companyOf } from './company.ts';

interface Stored {
  id: number;
  company_id: number;
  employee_id: string;
  name: string;
}

type Fate = (store: () => void, response: ServerResponse) => void;

let server: ScriptedServer;
let stored: Stored[];
/** What happens to the new employee with this ID, instead of being stored. */
let fates: Map<string, Fate>;
beforeEach(async () => {
  server = await startScriptedServer();
  stored = [];
  fates = new Map();
  server.answer = (response, { method, body }) => {
    if (method === 'GET') return json(200, { data: stored })(response);
    const employee: Omit<Stored, 'id'> = JSON.parse(body);
    const store = () => void stored.push({ ...employee, id: stored.length + 1 });
    const fate = fates.get(employee.employee_id);
    if (fate) return fate(store, response);
    store();
    json(201, { data: stored.at(-1) })(response);
  };
});
afterEach(() => server.stop());

const lost: Fate = (_, response) => void response.destroy();
const storedButLost: Fate = (store, response) => {
  store();
  response.destroy();
};

const company = companyOf(5, 'Fjord');

const creation = (number: number): Creation => ({
  outcome: 'create',
  row: { line: number + 1, cells: [], start: 0, end: 0, next: 0 },
  company,
  values: { employee_id: String(number), name: `Person ${number}` },
});

const tasks = Array.from({ length: 20 }, (_, index) => creation(index + 1));

async function run(results: Results, signal = new AbortController().signal) {
  const api = createClient({ base: server.base, token: () => null });
  return runImport(api, {
    tasks,
    results,
    rights: { mayEditId: true, isVersioned: false },
    signal,
    onProgress: () => undefined,
  });
}

const statesOf = (results: Results) => [...results.values()].map(({ state }) => state);
const numbersStored = () => stored.map(({ employee_id }) => Number(employee_id)).sort((a, b) => a - b);
const everyNumber = tasks.map((_, index) => index + 1);
const resultOf = (results: Results, number: number) =>
  results.get([...results.keys()].find(({ values }) => values.employee_id === String(number)) ?? creation(0));

test('a lost connection ends the run; the next one asks first and doubles nothing', async () => {
  fates.set('9', lost).set('10', storedButLost);
  const results: Results = new Map();
  expect(await run(results)).toContain('cannot be reached');
  expect(results.size).toBeLessThan(tasks.length);
  expect(resultOf(results, 9)?.state).toBe('unclear');
  fates.clear();
  expect(await run(results)).toBeUndefined();
  expect(numbersStored()).toEqual(everyNumber);
  expect(new Set(statesOf(results))).toEqual(new Set(['done']));
  expect(results.size).toBe(tasks.length);
});

test('while the server stays away, the next run changes nothing', async () => {
  fates.set('1', storedButLost);
  const results: Results = new Map();
  await run(results);
  const before = new Map(results);
  const { answer } = server;
  server.answer = (response) => void response.destroy();
  expect(await run(results)).toContain('cannot be reached');
  expect(results).toEqual(before);
  server.answer = answer;
  fates.clear();
  await run(results);
  expect(numbersStored()).toEqual(everyNumber);
});

test('a refused row is noted, and the rest goes on', async () => {
  fates.set('3', (_, response) => json(422, { message: 'Invalid', errors: { employee_id: ['Taken'] } })(response));
  fates.set('4', (_, response) => json(403, { message: 'Not yours' })(response));
  const results: Results = new Map();
  expect(await run(results)).toBeUndefined();
  expect(resultOf(results, 3)).toEqual({ state: 'failed', message: 'Taken' });
  expect(resultOf(results, 4)).toEqual({ state: 'failed', message: 'Not yours' });
  expect(stored).toHaveLength(18);
});

test('a row whose answer is an error may be stored all the same, and is then reported so', async () => {
  fates.set('3', (store, response) => {
    store();
    json(500, { message: 'Mail failed' })(response);
  });
  fates.set('4', (_, response) => json(500, { message: 'Broken' })(response));
  fates.set('5', (store, response) => {
    store();
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>');
  });
  fates.set('6', (_, response) => {
    stored.push({ id: 900, company_id: 5, employee_id: '6', name: 'Somebody else' });
    json(500, { message: 'Broken' })(response);
  });
  const results: Results = new Map();
  expect(await run(results)).toBeUndefined();
  expect(resultOf(results, 3)).toEqual({ state: 'done', message: '' });
  expect(resultOf(results, 4)).toEqual({ state: 'failed', message: 'Broken' });
  expect(resultOf(results, 5)).toEqual({ state: 'done', message: '' });
  expect(resultOf(results, 6)).toEqual({ state: 'failed', message: 'Somebody else has this ID now' });
});

test('too many requests end the run, so that it can go on later', async () => {
  fates.set('2', (_, response) => json(429, { message: 'Too Many Attempts.' })(response));
  const results: Results = new Map();
  expect(await run(results)).toBe('Too Many Attempts.');
  fates.clear();
  await run(results);
  expect(numbersStored()).toEqual(everyNumber);
});

test('cancelling finishes what is under way and no more', async () => {
  const controller = new AbortController();
  fates.set('1', (store, response) => {
    controller.abort();
    store();
    json(201, { data: null })(response);
  });
  const results: Results = new Map();
  await run(results, controller.signal);
  expect(results.size).toBeLessThan(8);
  expect(results.size).toBe(stored.length);
});
