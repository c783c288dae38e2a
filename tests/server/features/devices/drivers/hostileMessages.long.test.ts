// Ten thousand broken or hostile messages for each driver behind a secret address: each is answered, and the result
// never contains a name, a card number or a picture. A failure names its seed; FUZZ_SEED repeats it.

import { expect, test } from 'vitest';
import type { DeviceRequest, Driver } from '../../../../../server/features/devices/drivers/driver.ts';
import { hikvisionDriver } from '../../../../../server/features/devices/drivers/hikvision/hikvisionDriver.ts';
import { jsonDriver } from '../../../../../server/features/devices/drivers/json/jsonDriver.ts';
import { deviceContext, deviceRequest } from '../../../../support/devices/devices.ts';
import { mutatedRequests } from '../../../../support/server/mutatedRequests.ts';
import {
  doorEvent,
  facePunch,
  jsonPart,
  multipartType,
  punch,
  untypedPart,
  withPicture,
  xmlPart,
  xmlPunch,
} from './hikvision/alertBodies.ts';
import { event, mappingOf } from './json/jsonMapping.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_123);

const alerts: readonly [DeviceRequest, ...DeviceRequest[]] = [
  deviceRequest('POST ', punch, 'application/json'),
  deviceRequest('POST ', doorEvent, 'application/json'),
  deviceRequest('POST ', `{"EventNotificationAlert":${facePunch}}`, ''),
  deviceRequest('POST ', xmlPunch, 'application/xml'),
  deviceRequest('POST ', withPicture(jsonPart, punch), multipartType),
  deviceRequest('POST ', withPicture(untypedPart, facePunch), multipartType),
  deviceRequest('POST ', withPicture(xmlPart, xmlPunch), multipartType),
  deviceRequest('POST ', '{"eventType":"heartBeat","eventState":"active"}', 'application/json'),
];
const messages: readonly [DeviceRequest, ...DeviceRequest[]] = [
  deviceRequest('POST ', JSON.stringify({ data: { list: [event, event] } }), 'application/json'),
  deviceRequest('POST ', JSON.stringify({ data: { list: event }, token: '8811223344' }), 'application/json'),
  deviceRequest('POST ', JSON.stringify({ photo: 'PICTUREBYTES', data: { list: [] } }), 'application/json'),
];
const secrets = ['Hexadecima', '8811223344', '0099887766', 'Ann ', 'test1', 'JFIF', 'PICTUREBYTES'];

test.each<[string, Driver, typeof alerts]>([
  ['hikvision', hikvisionDriver, alerts],
  ['json', jsonDriver, messages],
])('%s answers every message, and keeps little and nothing secret', (_, driver, samples) => {
  const context = deviceContext({ mapping: mappingOf() });
  const heard = { requests: 0, read: 0, unread: 0, unknown: 0 };
  for (const request of mutatedRequests({ samples, seed, count: 10_000 })) {
    heard.requests++;
    const about = `seed ${seed}, request ${heard.requests}: ${request.body.toString('latin1').slice(0, 2_000)}`;
    if (!driver.identify(request)) heard.unknown++;
    const { answer, facts, ...rest } = driver.parse(request, context);
    expect([200, 400, 413], about).toContain(answer.status);
    const kept = JSON.stringify({ answer, facts, ...rest });
    expect(kept.length, about).toBeLessThan(2_000 + 3_000 * facts.length);
    expect(facts.length, about).toBeLessThanOrEqual(1_000);
    for (const secret of secrets) expect(kept.includes(secret), `${secret} is kept, ${about}`).toBe(false);
    // Databases cannot store control characters and unpaired surrogates.
    expect(/[\p{Cc}\p{Cs}]/u.test(facts.map(({ code, raw, direction }) => code + raw + direction).join()), about).toBe(
      false,
    );
    for (const { problem } of facts) heard[problem ? 'unread' : 'read']++;
  }
  // Proves that messages were neither too broken nor intact.
  expect(heard.read).toBeGreaterThan(500);
  expect(heard.unread).toBeGreaterThan(500);
  expect(heard.unknown).toBeGreaterThan(100);
});
