// A company with an HR system and one controller, whose device's events are stored as rows: a test says what became of
// each event, and finds it in the reconciliation.

import { maybeOne, one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { DeviceOutcome, Reconciliation } from '../../../../src/shared/contract/deviceEvents.ts';
import type { DeviceKind } from '../../../../src/shared/contract/deviceKinds.ts';
import { addHrCompany } from '../../../support/hr/hrCompany.ts';
import { type HrReceiver, startHrReceiver } from '../../../support/hr/rollcallFake.ts';
import { startServer, type TestServer, type TestServerOptions } from '../../../support/server/server.ts';

export interface HeardEvent {
  readonly outcome: DeviceOutcome;
  readonly code?: string;
  /** The time on the device's clock, '2031-03-12 08:00:00'; without it, the line has no time. */
  readonly at?: string;
  /** When it came, in UTC; by default when it happened. */
  readonly receivedAt?: string;
  readonly number?: number;
  readonly generation?: number;
  /** The type of the attendance record that it becomes; a `known` event has the existing one. */
  readonly type?: 'in' | 'out';
  /** Whether it came from the controller's webhook instead of its device. */
  readonly isFromWebhook?: boolean;
  readonly reason?: string;
}

export interface HeardDay {
  readonly server: TestServer;
  readonly receiver: HrReceiver;
  readonly token: string;
  readonly company: number;
  readonly controller: number;
  readonly device: number;
  /** Returns the event's id, and the record's if it has one. */
  hear(event: HeardEvent): Promise<{ event: number; record: number | null }>;
  /** Adds an attendance record without a device's event, in UTC. */
  punch(code: string, type: 'in' | 'out', at: string): Promise<number>;
  /** Stores that the device was asked for its count of the day, and its answer if it gave one. */
  askCount(day: string, at: string, answer?: { code: number; text: string }): Promise<void>;
  /** Sets a record aside by a correction. */
  setAside(record: number | null, day: string): Promise<void>;
  /** Sets the device's zone, so many minutes ahead of UTC. */
  setZone(zone: string, minutes: number): Promise<void>;
  reconcile(day?: string, token?: string): Promise<Reconciliation>;
  stop(): Promise<void>;
}

const since = '2031-01-01 00:00:00';

/** Business time is UTC, and so is the device's until a zone is set. */
export async function startHeardDay(
  create: TestServerOptions['createDatabase'],
  { day, people, kind = 'zkteco' }: { day: string; people: readonly string[]; kind?: DeviceKind },
): Promise<HeardDay> {
  const now = new Date(`${day}T22:00:00Z`);
  const receiver = await startHrReceiver();
  const server = await startServer({
    ...(create && { createDatabase: create }),
    allowPrivateHosts: '127.0.0.1',
    sample: { employeesPerCompany: 1, days: 0 },
    clock: () => now,
  });
  const { db } = server;
  await db.run(sql`update settings set setting_value = 'UTC' where setting_key = 'business_timezone'`);
  const token = await server.signIn(server.users.administrator);
  const { id: company } = await addHrCompany(db, receiver.url, day, []);
  const { id: controller } = await one<{ id: number }>(
    db,
    sql`select id from access_controllers where company_id = ${company}`,
  );
  for (const number of people) {
    await db.run(
      sql`insert into employees (company_id, employee_id, name, created_at)
        values (${company}, ${number}, ${`Name of ${number}`}, ${since})`,
    );
  }
  await db.run(
    sql`insert into device_rules (controller_id, kind, set_up_at) values (${controller}, ${kind}, ${since})`,
  );
  const { id: device } = await one<{ id: number }>(
    db,
    sql`insert into devices (kind, identity, serial, controller_id, state, first_heard_at, last_heard_at)
      values (${kind}, 'SN1', 'SN1', ${controller}, 'approved', ${since}, ${since}) returning id`,
  );
  let facts = 0;
  let minutesAhead = 0;

  const find = (code: string, at: string) =>
    maybeOne<{ id: number }>(
      db,
      sql`select id from attendance where access_controller_id = ${controller} and employee_code = ${code}
        and occurred_at = ${at}`,
    );
  async function punch(code: string, type: 'in' | 'out', at: string): Promise<number> {
    const { id } = await one<{ id: number }>(
      db,
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        values (${company}, (select id from employees where company_id = ${company} and employee_id = ${code}), ${code},
          ${controller}, ${`check-${type}`}, ${at}, ${at}) returning id`,
    );
    return id;
  }

  return {
    server,
    receiver,
    token,
    company,
    controller,
    device,
    punch,
    async hear({
      outcome,
      code = '',
      at = '',
      receivedAt,
      number,
      generation = 1,
      type,
      isFromWebhook = false,
      reason = '',
    }) {
      const occurredAt = at === '' ? null : utcOf(at, minutesAhead);
      const record =
        occurredAt === null
          ? null
          : type
            ? await punch(code, type, occurredAt)
            : outcome === 'known'
              ? ((await find(code, occurredAt))?.id ?? null)
              : null;
      facts += 1;
      const { id } = await one<{ id: number }>(
        db,
        sql`insert into device_events (controller_id, device_id, fact_key, generation, number, code, local_time, zone,
            occurred_at, kind, direction, reader, verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome,
            reason, attendance_id)
          values (${controller}, ${isFromWebhook ? null : device}, ${`fact ${facts}`}, ${generation}, ${number ?? null}, ${code}, ${at},
            'UTC', ${occurredAt}, 'ATTLOG', '', '', '', 'yes', ${receivedAt ?? occurredAt ?? `${day} 12:00:00`}, 'raw', 'key',
            0, ${outcome}, ${reason}, ${record}) returning id`,
      );
      return { event: id, record };
    },
    async askCount(askedDay, at, answer) {
      await db.run(
        sql`insert into device_commands (device_id, kind, day, text, author, created_at, answered_at, return_code, answer)
          values (${device}, 'count', ${askedDay}, 'VERIFY SUM', 'Ada', ${at}, ${answer ? at : null},
            ${answer?.code ?? null}, ${answer?.text ?? ''})`,
      );
    },
    async setAside(record, of) {
      await db.run(
        sql`insert into corrections (company_id, employee_id, employee_code, day, kind, attendance_id, event_type,
            occurred_at, reason, state, author, created_at)
          select company_id, employee_id, employee_code, ${of}, 'set_aside', id, event_type, occurred_at, 'Not hers',
            'applied', 'Ada', created_at from attendance where id = ${record}`,
      );
      await db.run(sql`update attendance set set_aside_by = (select max(id) from corrections) where id = ${record}`);
    },
    async setZone(zone, minutes) {
      minutesAhead = minutes;
      await db.run(sql`update device_rules set zone = ${zone} where controller_id = ${controller}`);
    },
    async reconcile(of, as = token) {
      const query = of === undefined ? '' : `?day=${of}`;
      const { json } = await server.ask(`GET /access-controllers/${controller}/device/reconciliation${query}`, {
        token: as,
      });
      return answerDecoder('GET /access-controllers/{id}/device/reconciliation')(json.data);
    },
    async stop() {
      await server.stop();
      await receiver.kill();
    },
  };
}

function utcOf(at: string, minutes: number): string {
  const instant = new Date(Date.parse(`${at.replace(' ', 'T')}Z`) - minutes * 60_000);
  return instant.toISOString().slice(0, 19).replace('T', ' ');
}
