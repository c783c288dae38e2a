// Requests of devices and what a driver is told about them, for tests of drivers.

import { jsonMapping } from '../../../src/shared/contract/devices.ts';
import type { DeviceContext, DeviceRequest } from '../../../server/features/devices/drivers/driver.ts';

/** `deviceRequest('POST /iclock/cdata?SN=1&table=ATTLOG', body)`, with the path below the driver's part of the address. */
export function deviceRequest(call: string, body: string | Buffer = '', contentType = 'text/plain'): DeviceRequest {
  const [method = '', address = ''] = call.split(' ');
  const [path = '', query = ''] = address.split('?');
  return { method, path, query: new URLSearchParams(query), contentType, body: Buffer.from(body) };
}

export const deviceContext = (given: Partial<DeviceContext> = {}): DeviceContext => ({
  isApproved: true,
  now: new Date('2026-08-20T09:15:32Z'),
  serial: 'ESY4241100079',
  isAccessDevice: false,
  offsetMinutes: 0,
  halfHours: 'nothing',
  lastNumber: null,
  wantsAll: false,
  registryCode: 'Uy47fxftP3',
  sessionId: '0123456789abcdef0123456789abcdef',
  commands: [],
  mapping: jsonMapping({}),
  ...given,
});
