// The normal work that goes on all the time: people who read and write, a door that sends events, somebody who
// signs in. Every answer is looked at.

import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Client } from './client.ts';
import type { Workplace } from './workplace.ts';

export interface Answers {
  /** In milliseconds, of each answer. */
  times: number[];
  /** What was not answered, or wrongly. */
  wrong: string[];
}

export interface Load {
  /** What is answered from now on. */
  begin(): Answers;
  stop(): Promise<void>;
}

type Work = (client: Client) => Promise<void>;

const pauseMs = 25;

export function startLoad(workplace: Workplace): Load {
  let answers: Answers = { times: [], wrong: [] };
  let isOver = false;

  async function repeat(work: Work, client: Client): Promise<void> {
    while (!isOver) {
      const { wrong } = answers;
      await work(client).catch((error: unknown) => wrong.push(String(error)));
      await wait(pauseMs);
    }
    client.close();
  }

  const tell = (milliseconds: number) => void answers.times.push(milliseconds);
  const works = [
    readAttendance(workplace),
    readAttendance(workplace),
    lookAtSite,
    changeCompanies(workplace),
    sendEvents(workplace),
  ];
  const everybody = [
    ...works.map((work, index) => repeat(work, new Client(workplace.port, `192.0.2.${index}`, tell))),
    // To check a password takes long on purpose: its time says nothing.
    repeat(signInAndOut(workplace), new Client(workplace.port, '198.51.100.1')),
  ];

  return {
    begin: () => (answers = { times: [], wrong: [] }),
    async stop() {
      isOver = true;
      await Promise.all(everybody);
    },
  };
}

/** Of a company that nobody changes: what is answered first is right. */
function readAttendance({ token }: Workplace): Work {
  let right: unknown;
  return async (client) => {
    const page = await client.data(200, 'GET /attendance?company_id=2&per_page=100&page=3', { token });
    right ??= page;
    if (!isDeepStrictEqual(page, right)) throw new Error('A page of the attendance is another one');
  };
}

async function lookAtSite(client: Client): Promise<void> {
  const { status, text } = await client.ask('GET', '/');
  if (status !== 200 || !text.includes('<title>')) throw new Error(`The site answers ${status}: ${text}`);
}

function changeCompanies({ token }: Workplace): Work {
  return async (client) => {
    const body = { name: `Quince ${randomUUID()}` };
    const { id } = await client.data<{ id: number }>(201, 'POST /companies', { token, body });
    const read = await client.data<{ name: string }>(200, `GET /companies/${id}`, { token });
    if (read.name !== body.name) throw new Error(`${body.name} came back as ${read.name}`);
    await client.data(200, `DELETE /companies/${id}`, { token });
    await client.data(404, `GET /companies/${id}`, { token });
  };
}

function sendEvents({ controller }: Workplace): Work {
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
    for (const outcome of ['"stored":1', '"duplicate":1']) {
      const { status, text } = await client.ask('POST', controller.path, { body, headers });
      if (status !== 200 || !text.includes(outcome)) throw new Error(`An event is not ${outcome}: ${status} ${text}`);
    }
  };
}

function signInAndOut({ administrator }: Workplace): Work {
  return async (client) => {
    const { token } = await client.data<{ token: string }>(200, 'POST /auth/login', { body: administrator });
    await client.data(200, 'POST /auth/logout', { token });
    await wait(1_000);
  };
}
