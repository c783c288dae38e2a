// Normal use in the background: reading, writing, incoming events and sign-ins. Every answer is checked.

import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Client, type Target } from './target.ts';

export interface LoadResults {
  /** Response times in milliseconds. */
  times: number[];
  /** Failed or wrong answers. */
  errors: string[];
}

export interface Load {
  /** Results are collected here from now on. */
  startPhase(): LoadResults;
  stop(): Promise<void>;
}

type Job = (client: Client) => Promise<void>;

const pauseMs = 25;

export function startLoad(target: Target): Load {
  let results: LoadResults = { times: [], errors: [] };
  let isStopped = false;

  async function repeat(job: Job, client: Client): Promise<void> {
    while (!isStopped) {
      const { errors } = results;
      await job(client).catch((error: unknown) => errors.push(String(error)));
      await wait(pauseMs);
    }
    client.close();
  }

  const onAnswer = (milliseconds: number) => void results.times.push(milliseconds);
  const timedJobs = [
    readAttendance(target),
    readAttendance(target),
    readSite,
    changeCompanies(target),
    sendEvents(target),
  ];
  const running = [
    ...timedJobs.map((job, index) => repeat(job, new Client(target.port, `192.0.2.${index}`, onAnswer))),
    // Untimed, because checking a password is slow by design.
    repeat(signInAndOut(target), new Client(target.port, '198.51.100.1')),
  ];

  return {
    startPhase: () => (results = { times: [], errors: [] }),
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

/** Reads a page that nothing changes: every answer must equal the first. */
function readAttendance({ token }: Target): Job {
  let expected: unknown;
  return async (client) => {
    const page = await client.call(200, 'GET /attendance?company_id=2&per_page=100&page=3', { token });
    expected ??= page;
    if (!isDeepStrictEqual(page, expected)) throw new Error('A page of attendance has changed');
  };
}

async function readSite(client: Client): Promise<void> {
  const { status, text } = await client.send('GET', '/');
  if (status !== 200 || !text.includes('<title>')) throw new Error(`The site answered ${status}: ${text}`);
}

function changeCompanies({ token }: Target): Job {
  return async (client) => {
    const body = { name: `Quince ${randomUUID()}` };
    const { id } = await client.call<{ id: number }>(201, 'POST /companies', { token, body });
    const read = await client.call<{ name: string }>(200, `GET /companies/${id}`, { token });
    if (read.name !== body.name) throw new Error(`${body.name} was saved as ${read.name}`);
    await client.call(200, `DELETE /companies/${id}`, { token });
    await client.call(404, `GET /companies/${id}`, { token });
  };
}

function sendEvents({ controller }: Target): Job {
  return async (client) => {
    const now = new Date();
    const event = {
      event_id: randomUUID(),
      employee_id: '00101',
      event_type: 'check-in',
      timestamp: now.toISOString(),
    };
    const body = JSON.stringify({ events: [event] });
    const timestamp = String(Math.floor(now.getTime() / 1_000));
    const signature = createHmac('sha256', controller.secret).update(`${timestamp}.${body}`).digest('hex');
    const headers = { 'X-Rollcall-Timestamp': timestamp, 'X-Rollcall-Signature': `sha256=${signature}` };
    for (const result of ['"stored":1', '"duplicate":1']) {
      const { status, text } = await client.send('POST', controller.path, { body, headers });
      if (status !== 200 || !text.includes(result))
        throw new Error(`Expected ${result} for an event: ${status} ${text}`);
    }
  };
}

function signInAndOut({ administrator }: Target): Job {
  return async (client) => {
    const { token } = await client.call<{ token: string }>(200, 'POST /auth/login', { body: administrator });
    await client.call(200, 'POST /auth/logout', { token });
    await wait(1_000);
  };
}
