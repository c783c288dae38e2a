// Answers a device's request: identifies it, decides whether it may call, and has its content stored.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { inflateRaw, unzip } from 'node:zlib';
import { kindOfDevice } from '../../../../src/shared/contract/deviceKinds.ts';
import { networkOf } from '../../../platform/access/rateLimit.ts';
import { ConcurrencyLimit, RateLimiter } from '../../../platform/concurrency/limits.ts';
import { hashOfToken } from '../../../platform/crypto/hashes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { forbidden, notFound, tooManyAttempts, unauthenticated } from '../../../platform/domainErrors.ts';
import { HttpError, readBody, tooLarge } from '../../../platform/http/json.ts';
import { type RequestContext, urlOf } from '../../../platform/http/requestLog.ts';
import type { Log } from '../../../platform/log/log.ts';
import { noMapping } from '../../controllers/device/deviceRows.ts';
import { Refusals } from '../deviceNotes.ts';
import type { DeviceAnswer, DeviceContext, DeviceRequest, Driver, Identity } from '../drivers/driver.ts';
import { drivers } from '../drivers/drivers.ts';
import { mayCallFrom } from '../networks.ts';
import { findKnownDevice, keepIdentity, keyProblem, storeNewDevice } from './callingDevice.ts';
import { type Directory, deviceKey, type KnownController, type KnownDevice, type LastHeard } from './directory.ts';
import { DeviceRequestHandler } from './handleKnownDevice.ts';
import { UnknownDevices } from './unknownDevices.ts';

interface CallOptions {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Date;
  readonly directory: Directory;
  readonly lastHeard: LastHeard;
}

interface DeviceCall {
  readonly incoming: IncomingMessage;
  readonly called: CalledAddress;
  readonly query: URLSearchParams;
  readonly address: string;
}

/** Some firmware says deflate for the bare stream, without zlib's header. */
const unpackers = [promisify(unzip), promisify(inflateRaw)];

const maxBodyBytes = 2 << 20;
const noBody = Buffer.alloc(0);

export function createCalls({ db, log, clock, directory, lastHeard }: CallOptions) {
  const handler = new DeviceRequestHandler(db, log);
  const unknownDevices = new UnknownDevices(db);
  const refusals = new Refusals(db, clock);
  // Sized for bodies of up to 2 MiB each.
  const knownLimit = new ConcurrencyLimit(24, 2);
  const unknownLimit = new ConcurrencyLimit(8, 2);
  /** Reserved for awaited devices, so that unknown ones on the same network cannot keep them out. */
  const awaitedLimit = new ConcurrencyLimit(8, 2);
  const unknownRequests = new RateLimiter(600, 60_000);

  return async (incoming: IncomingMessage, context: RequestContext): Promise<DeviceAnswer> => {
    const { path, search: query } = urlOf(incoming);
    const called = calledAddress(path);
    if (!called) throw notFound();
    context.shownPath = called.loggedPath;
    const call: DeviceCall = { incoming, called, query, address: context.address };
    return called.secret === undefined ? answerNamed(call) : answerSecret(call, called.secret);
  };

  /** Serves devices that identify themselves by serial number. */
  async function answerNamed(call: DeviceCall): Promise<DeviceAnswer> {
    const { driver } = call.called;
    const serial = driver.identify(requestOf(call, noBody))?.serial ?? '';
    const { devices, awaited } = await directory.current();
    const device = devices.get(deviceKey(driver.kind, serial));
    if (device?.controller && device.row.state === 'approved') return answerKnown(call, device, device.controller);

    // Awaited serial numbers are few and known, so callers cannot invent one.
    const isAwaited = awaited.has(serial);
    const limitKey = isAwaited ? `awaited ${serial}` : networkOf(call.address);
    assertUnknownDeviceRate(limitKey);
    if (!/^[\w.:-]{1,64}$/.test(serial)) throw notFound();
    return (isAwaited ? awaitedLimit : unknownLimit).run(limitKey, async () => {
      const request = requestOf(call, await bodyOf(call.incoming));
      const identity = { ...driver.identify(request), serial };
      const { answer, about } = driver.parse(request, contextOfUnknown(identity, clock()));
      const { address } = call;
      await unknownDevices.note(
        { kind: driver.kind, identity, about, address, isStored: device !== undefined, isAwaited },
        clock(),
      );
      return answer;
    });
  }

  async function answerKnown(call: DeviceCall, device: KnownDevice, controller: KnownController) {
    await assertMayCall(controller, call);
    return knownLimit.run(`device ${device.row.id}`, async () => {
      const request = await requestTo(controller, call);
      const identity = call.called.driver.identify(request);
      if (identity) await assertKey(device, controller, identity, call.address);
      return handleKnown(call, device, controller, request);
    });
  }

  /** Serves devices behind their controller's secret address. */
  async function answerSecret(call: DeviceCall, secret: string): Promise<DeviceAnswer> {
    const { driver } = call.called;
    const { bySecret } = await directory.current();
    const controller = bySecret.get(hashOfToken(secret));
    if (!controller || controller.rules.kind !== driver.kind) {
      assertUnknownDeviceRate(networkOf(call.address));
      throw notFound();
    }
    await assertMayCall(controller, call);
    return knownLimit.run(`controller ${controller.id}`, async () => {
      const request = await requestTo(controller, call);
      const identity = driver.identify(request);
      if (!identity) throw notFound();
      const caller = { kind: driver.kind, serial: identity.serial.slice(0, 64), address: call.address };
      const device =
        findKnownDevice(controller, caller) ?? (await storeNewDevice(db, directory, controller, caller, clock()));
      if (!device) return refuse(controller, 'too many devices wait to be approved', call.address);
      return handleKnown(call, device, controller, request);
    });
  }

  /** Notes oversized requests, which the device repeats forever. */
  async function requestTo({ id }: KnownController, call: DeviceCall): Promise<DeviceRequest> {
    try {
      return requestOf(call, await bodyOf(call.incoming));
    } catch (error) {
      if (error instanceof HttpError && error.status === 413)
        await refusals.add(id, 'it is larger than 2 MiB', call.address);
      throw error;
    }
  }

  async function handleKnown(
    { called, address }: DeviceCall,
    device: KnownDevice,
    controller: KnownController,
    request: DeviceRequest,
  ): Promise<DeviceAnswer> {
    const now = clock();
    const answer = await handler.handle(called.driver, device, controller, request, now);
    lastHeard.add(device, address, now);
    return answer;
  }

  async function assertMayCall(controller: KnownController, { address }: DeviceCall): Promise<void> {
    const { isActive, networks } = controller;
    if (!isActive) throw forbidden('This access controller is not active');
    if (!mayCallFrom(networks, address))
      await refuse(controller, 'the address is in none of the allowed networks', address);
  }

  async function assertKey(device: KnownDevice, controller: KnownController, identity: Identity, address: string) {
    const problem = await keyProblem(db, device, identity, address);
    if (problem === 'another') {
      const remedy = 'If its key was changed, disconnect it and connect it again';
      await refuse(controller, `the device sent another key than before. ${remedy}`, address);
    }
    if (problem === 'not shown') {
      await refusals.add(controller.id, 'the device did not show its key from there', address);
      // The refusal makes it shake hands again, and so show its key.
      throw unauthenticated('This device must show its key first');
    }
    await keepIdentity(db, device, identity, address, clock());
  }

  async function refuse({ id }: KnownController, reason: string, address: string): Promise<never> {
    await refusals.add(id, reason, address);
    throw forbidden('This device may not call');
  }

  function assertUnknownDeviceRate(limitKey: string): void {
    if (!unknownRequests.allows(limitKey, clock())) throw tooManyAttempts('Too many requests', 60);
  }
}

/** Decompresses bodies. Some firmware only claims to compress, so a body that is text already is read as it is. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const body = await readBody(incoming, maxBodyBytes);
  if (!/\b(?:gzip|deflate)\b/i.test(incoming.headers['content-encoding'] ?? '') || isUtf8(body)) return body;
  for (const unpack of unpackers) {
    try {
      return await unpack(body, { maxOutputLength: maxBodyBytes });
    } catch (error) {
      if (error instanceof RangeError) throw tooLarge();
    }
  }
  return body;
}

function requestOf({ incoming, called, query }: DeviceCall, body: Buffer): DeviceRequest {
  const { method = '', headers } = incoming;
  return { method, path: called.path, query, contentType: headers['content-type'] ?? '', body };
}

const contextOfUnknown = ({ isAccessDevice = false }: Identity, now: Date): DeviceContext => ({
  isApproved: false,
  now,
  firstHeardAt: now,
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

interface CalledAddress {
  readonly driver: Driver;
  /** Secret of a controller; undefined for kinds that identify themselves. */
  readonly secret: string | undefined;
  readonly path: string;
  /** Path without the secret, for the log. */
  readonly loggedPath: string;
}

/** Limit for the log: the path is untrusted. */
const longestShown = 100;

/** Finds the driver for an address. After the base of a kind that is known by a secret, the secret follows. */
function calledAddress(called: string): CalledAddress | undefined {
  // Some firmware puts the server into the path as for a proxy, or doubles the slash.
  const path = called.replace(/^https?:\/\/[^/]*/i, '').replace(/^\/+/, '/');
  for (const driver of drivers) {
    const { kind, base } = driver;
    if (kindOfDevice(kind).knownBy === 'serial') {
      if (path.toLowerCase().startsWith(base))
        return { driver, secret: undefined, path, loggedPath: path.slice(0, longestShown) };
    } else if (path.startsWith(base)) {
      const [, secret, rest = ''] = /^([\w-]{1,100})(\/.{0,200})?$/.exec(path.slice(base.length)) ?? [];
      if (secret !== undefined) return { driver, secret, path: rest, loggedPath: `${base}…` };
    }
  }
  return undefined;
}
