// Connects devices: rules of a controller's device, pairing, approval and end, and the waiting devices.

import {
  type DeviceSetup,
  deviceRules,
  type JsonMapping,
  type StoredDeviceRules,
  type TriedMapping,
} from '../../../../src/shared/contract/devices.ts';
import { signedOffset } from '../../../../src/shared/words/timeZones.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { type Queries, sql } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { notFound } from '../../../platform/domainErrors.ts';
import { edit, versionOf } from '../../../platform/records/edit.ts';
import { assertValid, type Handlers, type Services } from '../../../platform/records/endpoint.ts';
import { instantOf, timeIn } from '../../../platform/time/clock.ts';
import { findControllers } from '../../controllers/controllerQueries.ts';
import {
  approvedDevice,
  type DeviceRow,
  isPairing,
  rulesOf,
  type StoredRules,
  shownDevice,
} from '../../controllers/device/deviceRows.ts';
import { currentClocks } from '../../settings/clocks.ts';
import { loadTrust } from '../claims/claims.ts';
import { deviceController, lockDoor, lockDoorAndCompany } from '../deviceController.ts';
import type { DeviceFact } from '../drivers/driver.ts';
import { readMapped, readMessage } from '../drivers/json/jsonDriver.ts';
import {
  approvableDevices,
  countLookup,
  normalizeSerial,
  reportLookup,
  reportPairing,
  waitingDevice,
  waitingDevices,
} from '../serialNumbers.ts';
import { webhookBase } from '../webhook/webhook.ts';
import { approveDevice, beginPairing, disconnect, ruleErrors, secretFor, storeRules } from './pairing.ts';

export const setupHandlers = {
  async 'GET /devices/waiting'(request) {
    const { db, caller, clocks, query, now } = request;
    const serial = normalizeSerial(query.serial ?? '');
    await countLookup(request, serial);
    await reportLookup(request, serial);
    const rows = await waitingDevices(db, caller, serial, now);
    return rows.map((row) => shownDevice(row, clocks.ofInstallation));
  },

  async 'DELETE /devices/{id}'(request) {
    const { db, devices, caller, params } = request;
    await db.tx(async (queries) => {
      await lockRow(queries, 'devices', params.id, 'change');
      const device = await waitingDevice(queries, caller, params.id);
      if (!device) throw notFound('No such device waits');
      await forget(queries, device);
      await audit(queries, request, 'devices.delete', 'devices', { subjectId: device.id, before: factsOf(device) });
    });
    devices?.changed();
  },

  'GET /access-controllers/{id}/device': (request) => shownSetup(request, request.params.id),

  async 'PUT /access-controllers/{id}/device'(request) {
    const { caller, params, body, now } = request;
    const edited = {
      key: 'PUT /access-controllers/{id}/device',
      action: 'device_rules.edit',
      subject: 'device_rules',
      subjectId: params.id,
      async lock(queries: Queries) {
        await lockDoor(queries, caller, params.id);
      },
      find: async (queries: Queries) => shownRules(await rulesOf(queries, params.id)),
    } as const;
    await edit(request, edited, async (queries) => {
      assertValid(ruleErrors(body));
      await storeRules(queries, params.id, body, now);
    });
    return changedSetup(request, params.id);
  },

  async 'POST /access-controllers/{id}/device/pairing'(request) {
    const { db, caller, params, body, now, requestId } = request;
    const newSecret = secretFor(body);
    const serial = normalizeSerial(body.serial ?? '');
    await deviceController(db, caller, params.id);
    await countLookup(request, serial);
    const secret = await db.tx(async (queries) => {
      await lockDoor(queries, caller, params.id);
      const secretToShow = await beginPairing(queries, params.id, body, newSecret, now);
      await reportPairing(queries, { caller, now, requestId }, params.id, serial);
      const { kind, zone } = body;
      const after = { kind, serial, has_new_secret: secretToShow !== '', ...(zone !== undefined && { zone }) };
      await audit(queries, request, 'device_rules.pairing', 'device_rules', { subjectId: params.id, after });
      return secretToShow;
    });
    return { setup: await changedSetup(request, params.id), secret };
  },

  async 'POST /access-controllers/{id}/device/approve'(request) {
    const { db, caller, params, body, now } = request;
    await db.tx(async (queries) => {
      await lockDoorAndCompany(queries, caller, params.id);
      await lockRow(queries, 'devices', body.device_id, 'change');
      const device = await approveDevice(queries, caller, params.id, body.device_id, now);
      const after = { ...factsOf(device), controller_id: params.id };
      await audit(queries, request, 'devices.approve', 'devices', { subjectId: device.id, after });
    });
    return changedSetup(request, params.id);
  },

  async 'POST /access-controllers/{id}/device/disconnect'(request) {
    const { db, caller, params, now } = request;
    await db.tx(async (queries) => {
      await lockDoor(queries, caller, params.id);
      const device = await disconnect(queries, params.id, now);
      await audit(queries, request, 'devices.disconnect', 'device_rules', {
        subjectId: params.id,
        ...(device && { before: factsOf(device) }),
      });
    });
    return changedSetup(request, params.id);
  },

  async 'POST /access-controllers/{id}/device/try'({ db, caller, params, body }) {
    await deviceController(db, caller, params.id);
    return tryMapping(body.mapping, body.body);
  },
} satisfies Partial<Handlers>;

/**
 * Keeps the row of a device that was once connected, since events may refer to it. A forgotten device returns when it
 * calls again.
 */
async function forget(queries: Queries, { id, controller_id }: DeviceRow): Promise<void> {
  await queries.run(
    controller_id === null
      ? sql`delete from devices where id = ${id}`
      : sql`update devices set state = 'replaced' where id = ${id}`,
  );
}

const factsOf = ({ kind, serial, model, firmware, address, controller_id }: DeviceRow) => {
  return { kind, serial, model, firmware, address, controller_id };
};

type SetupServices = Pick<Services, 'db' | 'devices' | 'publicUrl'> & { readonly caller: Caller; readonly now: Date };

/** Makes the listener use the new setup at once. */
function changedSetup(request: SetupServices, id: number): Promise<DeviceSetup> {
  request.devices?.changed();
  return shownSetup(request, id);
}

async function shownSetup({ db, devices, publicUrl, caller, now }: SetupServices, id: number): Promise<DeviceSetup> {
  const [controller] = await findControllers(db, caller, [id]);
  if (!controller) throw notFound('Access Controller not found');
  const rules = await rulesOf(db, id);
  const clocks = await currentClocks(db);
  const clock = clocks.of(controller.company_id ?? 0);
  const zone = rules?.zone || clock.zone;
  const device = await approvedDevice(db, id);
  const waiting = await approvableDevices(db, caller, id, rules, now);
  const trust = (await loadTrust(db, [id], { now, clocks })).get(id);
  const lastEventAt = trust?.vitals.lastEventAt ?? null;
  return {
    controller: { id, name: controller.name, location: controller.location },
    company: { id: controller.company_id ?? 0, name: controller.company?.name ?? '' },
    is_active: controller.is_active,
    rules: shownRules(rules) ?? null,
    zone,
    device: device ? shownDevice(device, clock) : null,
    claims: trust?.claims ?? [],
    pairing_until: isPairing(rules, now) ? clock.wallClock(rules.pairingUntil) : '',
    waiting: waiting.map((row) => shownDevice(row, clock)),
    devices_url: devices?.url ?? '',
    webhook_url: publicUrl + webhookBase + encodeURIComponent(controller.unique_identifier),
    has_secret: !rules || rules.kind === 'webhook' ? controller.has_webhook_secret === true : rules.hasSecret,
    time: timeIn(zone).wallClock(instantOf(now)),
    last_event_at: lastEventAt === null ? '' : clock.wallClock(lastEventAt),
  };
}

function shownRules(rules: StoredRules | undefined): StoredDeviceRules | undefined {
  return rules && { ...deviceRules(rules), version: versionOf('PUT /access-controllers/{id}/device', rules) };
}

/** Tries a mapping on a pasted message, so that people see its effect before a device sends the first one. */
export function tryMapping(mapping: JsonMapping, pasted: string): TriedMapping {
  const message = readMessage(pasted);
  if (message === undefined) return { events: [], problem: 'This is not JSON' };
  const { events, otherKinds, problem } = readMapped(mapping, message);
  const others = otherKinds.map((kind) => ({ ...nothingTold, problem: `“${kind}” is not among the kinds that count` }));
  const tried = [...events.map((event) => triedEvent(mapping, event)), ...others];
  return { events: tried, problem: problem || (tried.length > 0 ? '' : 'The list of events is empty') };
}

const nothingTold = { person: '', time: '', direction: '', number: '', reader: '' };

const triedEvent = (mapping: JsonMapping, event: DeviceFact): TriedMapping['events'][number] => ({
  person: event.code,
  time: shownTime(event),
  direction: event.meaning ?? event.direction,
  number: event.number === null ? '' : String(event.number),
  reader: event.reader,
  problem: event.problem || doubtAbout(mapping, event),
});

/** Doubts about an event that was read, but hardly as intended. */
function doubtAbout({ person, direction, passed }: JsonMapping, event: DeviceFact): string {
  if (event.code === '') return `There is no person at “${person}”, so it is no attendance`;
  if (event.passed === 'no') return 'The person was not let in, so it is no attendance';
  if (event.passed === 'unknown') return `There is nothing at “${passed}”, so it is no attendance`;
  if (direction === '' || event.meaning) return '';
  return event.direction === ''
    ? `There is no direction at “${direction}”`
    : `“${event.direction}” is among the words neither for in nor for out`;
}

const shownTime = ({ localTime, offsetMinutes }: DeviceFact) =>
  offsetMinutes === null ? localTime : `${localTime} ${signedOffset(offsetMinutes)}`;
