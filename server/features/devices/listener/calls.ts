// Answers one request of a device: who it is, whether it may call, and what becomes of what it says.

import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { unzip } from 'node:zlib';
import { networkOf } from '../../../platform/access/rateLimit.ts';
import { hashOfToken } from '../../../platform/crypto/hashes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { HttpError, readBody, tooLarge } from '../../../platform/http/json.ts';
import { forbidden, notFound, tooManyAttempts, unauthenticated } from '../../../platform/records/domainErrors.ts';
import type { Log } from '../../../platform/log/log.ts';
import { RateLimiter, ConcurrencyLimit } from '../../../platform/concurrency/limits.ts';
import { noMapping } from '../../controllers/device/deviceRules.ts';
import type { DeviceAnswer, DeviceContext, DeviceRequest, Driver, Identity } from '../drivers/driver.ts';
import { mayCallFrom } from '../networks.ts';
import type { CalledAddress } from './calledAddress.ts';
import { ClockChanges } from './clockChanges.ts';
import { deviceKey, type Directory, type KnownController, type KnownDevice } from './directory.ts';
import { Hearing } from './hearKnown.ts';
import type { LastHeard } from './lastHeard.ts';
import { keepIdentity, keyProblem } from './pinnedKey.ts';
import { Refusals } from './refusals.ts';
import { knownDevice, newDevice } from './secretDevices.ts';
import { Strangers } from './strangers.ts';

interface CallOptions {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Date;
  readonly directory: Directory;
  readonly lastHeard: LastHeard;
}

export interface DeviceCall {
  readonly incoming: IncomingMessage;
  readonly called: CalledAddress;
  readonly query: URLSearchParams;
  readonly address: string;
}

const unpack = promisify(unzip);

const maxBodyBytes = 2 << 20;
const noBody = Buffer.alloc(0);

export function createCalls({ db, log, clock, directory, lastHeard }: CallOptions) {
  const hearing = new Hearing(db, log, new ClockChanges(db));
  const strangers = new Strangers(db);
  const refusals = new Refusals(db, clock);
  // Each may hold a body of 2 MiB.
  const knownSlots = new ConcurrencyLimit(24, 2);
  const strangerSlots = new ConcurrencyLimit(8, 2);
  /** Of devices that somebody waits for: strangers who share their network must not keep them out. */
  const awaitedSlots = new ConcurrencyLimit(8, 2);
  const strangerRequests = new RateLimiter(600, 60_000);

  return async (call: DeviceCall): Promise<DeviceAnswer> => {
    const { driver, secret } = call.called;
    return secret === undefined ? answerNamed(driver, call) : answerSecret(driver, call, secret);
  };

  /** A device that names itself by its serial number. */
  async function answerNamed(driver: Driver, call: DeviceCall): Promise<DeviceAnswer> {
    const serial = driver.identify(requestOf(call, noBody))?.serial ?? '';
    const { devices, awaited } = await directory.current();
    const known = devices.get(deviceKey(driver.kind, serial));
    if (known?.controller && known.row.state === 'approved') return answerKnown(driver, call, known, known.controller);

    // Pairings are few, and who begins one is known, so nobody can make up a serial number that is awaited.
    const isAwaited = awaited.has(serial);
    const counted = isAwaited ? `awaited ${serial}` : networkOf(call.address);
    assertFewStrangers(counted);
    if (!/^[\w.:-]{1,64}$/.test(serial)) throw notFound();
    return (isAwaited ? awaitedSlots : strangerSlots).run(counted, async () => {
      const request = requestOf(call, await bodyOf(call.incoming));
      const identity = { ...driver.identify(request), serial };
      const { answer, about } = driver.hear(request, contextOfStranger(identity, clock()));
      const { address } = call;
      await strangers.heard(
        { kind: driver.kind, identity, about, address, isStored: known !== undefined, isAwaited },
        clock(),
      );
      return answer;
    });
  }

  async function answerKnown(
    driver: Driver,
    call: DeviceCall,
    device: KnownDevice,
    controller: KnownController,
  ): Promise<DeviceAnswer> {
    await assertMayCall(controller, call);
    return knownSlots.run(`device ${device.row.id}`, async () => {
      const request = await requestTo(controller, call);
      const identity = driver.identify(request);
      if (identity) await assertKey(device, controller, identity, call.address);
      return hear(driver, call, device, controller, request);
    });
  }

  /** A device behind the secret address of its controller. */
  async function answerSecret(driver: Driver, call: DeviceCall, secret: string): Promise<DeviceAnswer> {
    const { bySecret } = await directory.current();
    const controller = bySecret.get(hashOfToken(secret));
    if (!controller || controller.rules.kind !== driver.kind) {
      assertFewStrangers(networkOf(call.address));
      throw notFound();
    }
    await assertMayCall(controller, call);
    return knownSlots.run(`controller ${controller.id}`, async () => {
      const request = await requestTo(controller, call);
      const identity = driver.identify(request);
      if (!identity) throw notFound();
      const device = await deviceAtSecret(driver, call, controller, identity);
      return hear(driver, call, device, controller, request);
    });
  }

  /** What is too large is refused again and again, so somebody has to know. */
  async function requestTo({ id }: KnownController, call: DeviceCall): Promise<DeviceRequest> {
    try {
      return requestOf(call, await bodyOf(call.incoming));
    } catch (error) {
      if (error instanceof HttpError && error.status === 413)
        await refusals.add(id, 'it is larger than 2 MiB', call.address);
      throw error;
    }
  }

  async function deviceAtSecret(
    { kind }: Driver,
    { address }: DeviceCall,
    controller: KnownController,
    { serial }: Identity,
  ): Promise<KnownDevice> {
    const caller = { kind, serial: serial.slice(0, 64), address };
    const device = knownDevice(controller, caller) ?? (await newDevice(db, directory, controller, caller, clock()));
    if (device) return device;
    return refuse(controller, 'too many devices wait to be approved', address);
  }

  async function hear(
    driver: Driver,
    { address }: DeviceCall,
    device: KnownDevice,
    controller: KnownController,
    request: DeviceRequest,
  ): Promise<DeviceAnswer> {
    const now = clock();
    const answer = await hearing.hear(driver, device, controller, request, now);
    lastHeard.add(device, address, now);
    return answer;
  }

  async function assertMayCall(controller: KnownController, { address }: DeviceCall): Promise<void> {
    const { isActive, rules, networks } = controller;
    if (!isActive) throw forbidden('This access controller is not active');
    if (!mayCallFrom(rules.networks, networks, address))
      await refuse(controller, 'the address is in none of the allowed networks', address);
  }

  async function assertKey(
    device: KnownDevice,
    controller: KnownController,
    identity: Identity,
    address: string,
  ): Promise<void> {
    const problem = await keyProblem(db, device, identity, address);
    if (problem === 'another') await refuse(controller, 'the device sent another key than before', address);
    if (problem === 'not shown') {
      await refusals.add(controller.id, 'the device did not show its key from there', address);
      // It shakes hands again, and then shows its key.
      throw unauthenticated('This device must show its key first');
    }
    await keepIdentity(db, device, identity, address, clock());
  }

  async function refuse({ id }: KnownController, reason: string, address: string): Promise<never> {
    await refusals.add(id, reason, address);
    throw forbidden('This device may not call');
  }

  function assertFewStrangers(counted: string): void {
    if (!strangerRequests.allows(counted, clock())) throw tooManyAttempts('Too many requests', 60);
  }
}

/** Some firmware packs what it sends. Bytes that cannot be unpacked are read as they came. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const body = await readBody(incoming, maxBodyBytes);
  if (!/\b(?:gzip|deflate)\b/i.test(incoming.headers['content-encoding'] ?? '')) return body;
  try {
    return await unpack(body, { maxOutputLength: maxBodyBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    return body;
  }
}

function requestOf({ incoming, called, query }: DeviceCall, body: Buffer): DeviceRequest {
  const { method = '', headers } = incoming;
  return { method, path: called.path, query, contentType: headers['content-type'] ?? '', body };
}

const contextOfStranger = ({ serial, isAccessDevice = false }: Identity, now: Date): DeviceContext => ({
  isApproved: false,
  now,
  serial,
  isAccessDevice,
  offsetMinutes: 0,
  halfHours: 'nothing',
  lastNumber: null,
  wantsAll: false,
  registryCode: '',
  sessionId: '',
  commands: [],
  mapping: noMapping,
});
