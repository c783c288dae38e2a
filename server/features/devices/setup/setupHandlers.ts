// Connecting devices: the rules of a controller's device, its pairing, approval and end, and the devices that wait.

import type { Caller } from '../../../platform/access/caller.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { lockCompanyOf } from '../../companies/companyQueries.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { notFound } from '../../../platform/records/domainErrors.ts';
import { assertValid, type Handlers } from '../../../platform/records/endpoint.ts';
import { edit } from '../../../platform/records/edit.ts';
import { deviceController } from '../deviceController.ts';
import { type DeviceRow, shownDevice } from '../../controllers/device/deviceRows.ts';
import { rulesOf } from '../../controllers/device/deviceRules.ts';
import { approveDevice, beginPairing, disconnect, secretFor } from './pairing.ts';
import { ruleErrors } from './ruleErrors.ts';
import { asSerial, countLookup, tellOfLookup, tellOfPairing } from './serialBorders.ts';
import { shownRules, shownSetup } from './shownSetup.ts';
import { storeRules } from './storeRules.ts';
import { waitingDevice, waitingDevices } from './waitingDevices.ts';

export const setupHandlers = {
  'GET /devices/waiting': {
    allow: 'devices.manage',
    async handle(request) {
      const { db, caller, businessTime, query, now } = request;
      const serial = asSerial(query.serial ?? '');
      await countLookup(request, serial);
      await tellOfLookup(request, serial);
      const rows = await waitingDevices(db, caller, serial, now);
      return { data: rows.map((row) => shownDevice(row, businessTime)) };
    },
  },

  'DELETE /devices/{id}': {
    allow: 'devices.manage',
    async handle({ db, devices, caller, params, now, requestId }) {
      await db.tx(async (queries) => {
        await lockRow(queries, 'devices', params.id, 'change');
        const device = await waitingDevice(queries, caller, params.id);
        if (!device) throw notFound('No such device waits');
        await forget(queries, device);
        const subject = { action: 'devices.delete', subject: 'devices', subjectId: device.id } as const;
        await audit(queries, { caller, now, requestId, ...subject, before: factsOf(device) });
      });
      devices?.changed();
      return { data: null };
    },
  },

  'GET /access-controllers/{id}/device': {
    allow: 'devices.view',
    async handle(request) {
      return { data: await shownSetup(request, request.params.id) };
    },
  },

  'PUT /access-controllers/{id}/device': {
    allow: 'devices.manage',
    async handle(request) {
      const { devices, caller, params, body, now } = request;
      const edited = {
        key: 'PUT /access-controllers/{id}/device',
        action: 'device_rules.edit',
        subject: 'device_rules',
        subjectId: params.id,
        lock: (queries: Queries) => lockController(queries, caller, params.id),
        find: async (queries: Queries) => shownRules(await rulesOf(queries, params.id)),
      } as const;
      await edit(request, edited, async (queries) => {
        assertValid(ruleErrors(body));
        await storeRules(queries, params.id, body, now);
      });
      devices?.changed();
      return { data: await shownSetup(request, params.id) };
    },
  },

  'POST /access-controllers/{id}/device/pairing': {
    allow: 'devices.manage',
    async handle(request) {
      const { db, devices, caller, params, body, now, requestId } = request;
      const newSecret = secretFor(body);
      const serial = asSerial(body.serial ?? '');
      await deviceController(db, caller, params.id);
      await countLookup(request, serial);
      const secret = await db.tx(async (queries) => {
        await lockController(queries, caller, params.id);
        const shown = await beginPairing(queries, params.id, body, newSecret, now);
        const subject = { action: 'device_rules.pairing', subject: 'device_rules', subjectId: params.id } as const;
        await tellOfPairing(queries, { caller, now, requestId }, params.id, serial);
        const { kind, zone } = body;
        const after = { kind, serial, has_new_secret: shown !== '', ...(zone !== undefined && { zone }) };
        await audit(queries, { caller, now, requestId, ...subject, after });
        return shown;
      });
      devices?.changed();
      return { data: { setup: await shownSetup(request, params.id), secret } };
    },
  },

  'POST /access-controllers/{id}/device/approve': {
    allow: 'devices.manage',
    async handle(request) {
      const { db, devices, caller, params, body, now, requestId } = request;
      await db.tx(async (queries) => {
        // What it sent before is read now.
        await lockCompanyOf(queries, 'access_controllers', params.id, 'change');
        await lockController(queries, caller, params.id);
        await lockRow(queries, 'devices', body.device_id, 'change');
        const device = await approveDevice(queries, caller, params.id, body.device_id, now);
        const subject = { action: 'devices.approve', subject: 'devices', subjectId: device.id } as const;
        const after = { ...factsOf(device), controller_id: params.id };
        await audit(queries, { caller, now, requestId, ...subject, after });
      });
      devices?.changed();
      return { data: await shownSetup(request, params.id) };
    },
  },

  'POST /access-controllers/{id}/device/disconnect': {
    allow: 'devices.manage',
    async handle(request) {
      const { db, devices, caller, params, now, requestId } = request;
      await db.tx(async (queries) => {
        await lockController(queries, caller, params.id);
        const device = await disconnect(queries, params.id, now);
        const subject = { action: 'devices.disconnect', subject: 'device_rules', subjectId: params.id } as const;
        await audit(queries, { caller, now, requestId, ...subject, ...(device && { before: factsOf(device) }) });
      });
      devices?.changed();
      return { data: await shownSetup(request, params.id) };
    },
  },
} satisfies Partial<Handlers>;

/** Of two changes at once, the second sees the first. */
async function lockController(queries: Queries, caller: Caller, id: number): Promise<void> {
  await lockRow(queries, 'access_controllers', id, 'change');
  await deviceController(queries, caller, id);
}

/** Of a device that was connected once, events may be kept, so its row stays. Both return when they are heard again. */
async function forget(queries: Queries, { id, controller_id }: DeviceRow): Promise<void> {
  await queries.run(
    controller_id === null
      ? sql`delete from devices where id = ${id}`
      : sql`update devices set state = 'replaced' where id = ${id}`,
  );
}

/** For the audit. */
const factsOf = ({ kind, serial, model, firmware, address, controller_id }: DeviceRow) => ({
  kind,
  serial,
  model,
  firmware,
  address,
  controller_id,
});
