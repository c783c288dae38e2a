// What there is to set up and to see of a controller's device, as the contract has it.

import { deviceRules, type DeviceSetup, type StoredDeviceRules } from '../../../../src/shared/contract/devices.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { findController } from '../../controllers/controllerQueries.ts';
import { webhookBase } from '../webhook/webhook.ts';
import { notFound } from '../../../platform/records/domainErrors.ts';
import { versionOf } from '../../../platform/records/versions.ts';
import type { Services } from '../../../platform/records/endpoint.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { timeIn } from '../../../platform/time/zones.ts';
import { namesOf } from '../deviceController.ts';
import { approvedDevice, shownDevice } from '../../controllers/device/deviceRows.ts';
import { rulesOf, type StoredRules } from '../../controllers/device/deviceRules.ts';
import { loadTrust } from '../trust/trust.ts';
import { devicesFor } from './waitingDevices.ts';

type Asked = Pick<Services, 'db' | 'devices' | 'publicUrl'> & { readonly caller: Caller; readonly now: Date };

export async function shownSetup({ db, devices, publicUrl, caller, now }: Asked, id: number): Promise<DeviceSetup> {
  const found = await findController(db, caller, id);
  if (!found) throw notFound('Access Controller not found');
  const rules = await rulesOf(db, id);
  const businessTime = await currentBusinessTime(db);
  const zone = rules?.zone || businessTime.zone;
  const device = await approvedDevice(db, id);
  const waiting = await devicesFor(db, caller, id, rules, now);
  const trust = (await loadTrust(db, [id], { now, businessTime })).get(id);
  const lastEventAt = trust?.vitals.lastEventAt ?? null;
  return {
    ...namesOf(found),
    rules: shownRules(rules) ?? null,
    zone,
    device: device ? shownDevice(device, businessTime) : null,
    claims: trust?.claims ?? [],
    pairing_until: isPairing(rules, now) ? businessTime.wallClock(rules.pairingUntil) : '',
    waiting: waiting.map((row) => shownDevice(row, businessTime)),
    devices_url: devices?.url ?? '',
    webhook_url: publicUrl + webhookBase + encodeURIComponent(found.unique_identifier),
    has_secret: !rules || rules.kind === 'webhook' ? found.has_webhook_secret === true : rules.hasSecret,
    time: timeIn(zone).wallClock(instantOf(now)),
    last_event_at: lastEventAt === null ? '' : businessTime.wallClock(lastEventAt),
  };
}

export function shownRules(rules: StoredRules | undefined): StoredDeviceRules | undefined {
  return rules && { ...deviceRules(rules), version: versionOf('PUT /access-controllers/{id}/device', rules) };
}

export const isPairing = (
  rules: StoredRules | undefined,
  now: Date,
): rules is StoredRules & { readonly pairingUntil: string } =>
  rules?.pairingUntil !== undefined && rules.pairingUntil !== null && rules.pairingUntil > instantOf(now);
