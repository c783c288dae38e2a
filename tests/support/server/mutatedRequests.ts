// Requests as a hostile or broken device would send them: samples of real requests with bytes changed, cut, repeated or
// inserted, and with parts of other samples. The same seed makes the same requests.

import { type Chance, createChance } from '../../../server/app/sample/random.ts';
import type { DeviceRequest } from '../../../server/features/devices/drivers/driver.ts';

interface Mutations {
  readonly samples: readonly [DeviceRequest, ...DeviceRequest[]];
  readonly seed: number;
  readonly count: number;
}

export function* mutatedRequests({ samples, seed, count }: Mutations): Generator<DeviceRequest> {
  const chance = createChance(seed);
  for (let made = 0; made < count; made++) {
    let request = chance.pick(samples);
    for (let times = chance.whole(1, 4); times > 0; times--) {
      request = chance.pick(mutations)(request, chance, chance.pick(samples));
    }
    yield request;
  }
}

type Mutation = (request: DeviceRequest, chance: Chance, other: DeviceRequest) => DeviceRequest;

const inBody =
  (change: (body: Buffer, chance: Chance, other: Buffer) => Buffer): Mutation =>
  (request, chance, other) => ({ ...request, body: change(request.body, chance, other.body) });

const mutations: readonly [Mutation, ...Mutation[]] = [
  inBody(flipped),
  inBody(flipped),
  inBody((body, chance) => body.subarray(0, chance.whole(0, body.length))),
  inBody((body, chance) => body.subarray(chance.whole(0, body.length))),
  inBody((body, chance) => repeated(body, chance)),
  inBody((body, chance) => inserted(body, chance, Buffer.from(chance.pick(nasty)))),
  inBody((body, chance, other) => inserted(body, chance, other)),
  inBody((body, chance) =>
    Buffer.from(body.toString('latin1').replaceAll(chance.pick(separators), chance.pick(nasty))),
  ),
  (request, _, other) => ({ ...request, body: other.body }),
  (request, _, other) => ({ ...request, query: other.query }),
  (request, _, other) => ({ ...request, path: other.path }),
  (request, _, other) => ({ ...request, contentType: other.contentType }),
  (request, chance) => ({ ...request, method: chance.pick(['GET', 'POST', 'PUT', 'HEAD', '', 'get']) }),
  (request, chance) => ({ ...request, path: changedText(request.path, chance) }),
  (request, chance) => ({ ...request, contentType: changedText(request.contentType, chance) }),
  (request, chance) => ({ ...request, query: new URLSearchParams(changedText(String(request.query), chance)) }),
  (request, chance) => ({ ...request, query: withValue(request.query, chance) }),
];

const separators = ['\t', '\n', '=', ',', ':', '-', ' ', '"', '{', '}', '<', '>'] as const;

const nasty = [
  '',
  '\0',
  '\r\n\r\n',
  '\ufeff',
  '\u{1f600}',
  '<![CDATA[',
  '<!DOCTYPE x [<!ENTITY y "z">]>&y;',
  '[[[[[[[[',
  '{"__proto__":{"a":1}}',
  '9'.repeat(400),
  '-1e999',
  '%00%ff',
  '\t'.repeat(60),
  'a'.repeat(5_000),
  '\n'.repeat(200),
  "'; drop table devices; --",
  '--MIME_boundary',
] as const;

/** Replaces some bytes by others, or flips a bit in them. */
function flipped(body: Buffer, chance: Chance): Buffer {
  const changed = Buffer.from(body);
  for (let times = chance.whole(1, 8); times > 0 && changed.length > 0; times--) {
    const at = chance.whole(0, changed.length - 1);
    changed[at] = chance.percent(50) ? chance.whole(0, 255) : (changed[at] ?? 0) ^ (1 << chance.whole(0, 7));
  }
  return changed;
}

function repeated(body: Buffer, chance: Chance): Buffer {
  const from = chance.whole(0, body.length);
  const piece = body.subarray(from, chance.whole(from, body.length));
  const copies: readonly Buffer[] = Array.from({ length: chance.whole(1, 20) }, () => piece);
  return Buffer.concat([body, ...copies]).subarray(0, 100_000);
}

function inserted(body: Buffer, chance: Chance, piece: Buffer): Buffer {
  const at = chance.whole(0, body.length);
  return Buffer.concat([body.subarray(0, at), piece, body.subarray(at)]).subarray(0, 100_000);
}

const changedText = (text: string, chance: Chance): string =>
  (chance.percent(50) ? flipped : inserted)(Buffer.from(text), chance, Buffer.from(chance.pick(nasty))).toString();

function withValue(query: URLSearchParams, chance: Chance): URLSearchParams {
  const changed = new URLSearchParams(query);
  const names = [...changed.keys()];
  const name = names[chance.whole(0, names.length - 1)];
  if (name !== undefined && chance.percent(70)) changed.set(name, chance.pick(nasty));
  else if (name !== undefined) changed.delete(name);
  return changed;
}
