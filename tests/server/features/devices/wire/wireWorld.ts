// Sends requests as bytes to the real listener, and reads what it answered and stored.

import net from 'node:net';
import { hashOfToken } from '../../../../../server/platform/crypto/hashes.ts';
import { one, sql } from '../../../../../server/platform/db/db.ts';
import { instantOf } from '../../../../../server/platform/time/clock.ts';
import { type JsonMapping, jsonMapping } from '../../../../../src/shared/contract/devices.ts';
import { claimsOfController, type DeviceServer, startDeviceServer } from '../../../../support/devices/devices.ts';

export interface DoorOfDevice {
  readonly kind?: 'zkteco' | 'hikvision' | 'json';
  readonly serial: string;
  readonly zone: string;
  readonly isAccess?: boolean;
  readonly ignoresOffset?: boolean;
  readonly mapping?: Partial<JsonMapping>;
}

export interface WireWorld {
  readonly devices: DeviceServer;
  at(now: string): void;
  /** Adds a controller with an approved device, which any other controller loses; returns the controller's id. */
  addDoor(door: DoorOfDevice): Promise<number>;
  /** Sends a request, and returns status and body: '200 OK: 1'. */
  send(bytes: string | Buffer): Promise<string>;
  /** Facts as '46 2025-01-29 06:58:48 America/Bogota -> 2025-01-29 11:58:48 attendance', with '#10881' for a number. */
  facts(controller: number): Promise<string[]>;
  /** Everything that is kept of the lines. */
  raws(controller: number): Promise<string[]>;
  /** Claims as 'drifting: Its clock is …', except those about codes that nobody has. */
  claims(controller: number): Promise<string[]>;
}

/** A request as a device writes it, with the length of the body added. */
export function written(line: string, body: string | Buffer = '', ...headers: string[]): Buffer {
  const bytes = Buffer.from(body);
  const head = [
    `${line} HTTP/1.1`,
    'Host: rollcall',
    'Connection: close',
    ...headers,
    `Content-Length: ${bytes.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}

export async function startWireWorld(): Promise<WireWorld> {
  let now = new Date('2026-09-19T12:00:00Z');
  const devices = await startDeviceServer({ clock: () => now });
  const { db } = devices.server;
  const { id: company } = await one<{ id: number }>(
    db,
    sql`insert into companies (name, unique_identifier, created_at) values ('Wire', 'wire', '2020-01-01 00:00:00') returning id`,
  );
  let doors = 0;
  /** The last door of each device. */
  const known = new Map<string, number>();

  async function forget(controller: number): Promise<void> {
    await db.run(sql`update device_rules set secret_hash = '' where controller_id = ${controller}`);
    await db.run(
      sql`update devices set state = 'replaced', identity = identity || ${` of ${controller}`}
        where controller_id = ${controller}`,
    );
  }

  return {
    devices,
    at(text) {
      now = new Date(text);
    },
    async addDoor({ kind = 'zkteco', serial, zone, isAccess = false, ignoresOffset = false, mapping = {} }) {
      doors++;
      const place = `${kind} ${serial}`;
      const before = known.get(place);
      if (before !== undefined) await forget(before);
      const { id } = await one<{ id: number }>(
        db,
        sql`insert into access_controllers (company_id, name, unique_identifier, is_active, created_at)
          values (${company}, ${`Door ${doors}`}, ${`wire ${doors}`}, true, '2020-01-01 00:00:00') returning id`,
      );
      const secret = kind === 'zkteco' ? '' : hashOfToken(`secret-of-${serial.replaceAll(':', '-')}`);
      await db.run(
        sql`insert into device_rules (controller_id, kind, zone, ignores_offset, secret_hash, direction, half_hours,
            mapping, set_up_at)
          values (${id}, ${kind}, ${zone}, ${ignoresOffset}, ${secret}, 'in', 'minutes',
            ${JSON.stringify(jsonMapping({ person: 'p', time: 't', ...mapping }))}, '2020-01-01 00:00:00')`,
      );
      const identity = kind === 'zkteco' ? serial : `${id}:${kind === 'json' ? '' : serial}`;
      await db.run(
        sql`insert into devices (kind, identity, serial, controller_id, state, is_access_device, first_heard_at,
            last_heard_at, wants_all)
          values (${kind}, ${identity}, ${kind === 'json' ? '' : serial}, ${id}, 'approved', ${isAccess},
            ${instantOf(now)}, ${instantOf(now)}, false)`,
      );
      known.set(place, id);
      devices.listener.changed();
      return id;
    },
    send: (bytes) => sent(devices.devicesUrl, Buffer.from(bytes)),
    async facts(controller) {
      const rows = await db.all<Record<'code' | 'local_time' | 'zone' | 'outcome', string> & Found>(
        sql`select code, local_time, zone, occurred_at, outcome, number from device_events
          where controller_id = ${controller} order by id`,
      );
      return rows.map(({ code, local_time, zone, occurred_at, outcome, number }) =>
        [code, local_time, zone, '->', occurred_at, outcome, number === null ? '' : `#${number}`]
          .filter(Boolean)
          .join(' '),
      );
    },
    async raws(controller) {
      const rows = await db.all<{ raw: string }>(
        sql`select raw from device_events where controller_id = ${controller} order by id`,
      );
      return rows.map(({ raw }) => raw);
    },
    async claims(controller) {
      const claims = await claimsOfController(db, controller, now);
      return claims.filter(({ kind }) => kind !== 'unknown_codes').map(({ kind, sentence }) => `${kind}: ${sentence}`);
    },
  };
}

interface Found {
  readonly occurred_at: string | null;
  readonly number: number | null;
}

/** Sends raw bytes, since an HTTP client would format them differently. */
function sent(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'nothing';
      resolve([status, text.slice(text.indexOf('\r\n\r\n') + 4)].filter(Boolean).join(' '));
    });
    socket.write(bytes);
  });
}
