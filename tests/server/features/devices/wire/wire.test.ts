// What devices were seen to send, byte for byte: each request is answered as its device needs, and stored as intended.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wireCases } from './wireRequests.ts';
import { startWireWorld, type WireWorld } from './wireWorld.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await startWireWorld();
});
afterAll(() => world.devices.stop());

describe('a request', () => {
  test.each(wireCases)('$name', async ({ door, at, requests, answers, facts, claims = [] }) => {
    world.at(at);
    const controller = await world.addDoor(door);
    const answered: string[] = [];
    for (const request of requests) answered.push(await world.send(request));
    expect(answered.map((answer) => answer.replace(/(?<=RegistryCode=)\w{10}$/, '{registry}'))).toEqual(answers);
    expect(await world.facts(controller)).toEqual(facts);
    expect((await world.claims(controller)).map((claim) => claim.slice(0, claim.indexOf(':')))).toEqual(claims);
    // No card, name, password or template.
    expect((await world.raws(controller)).join()).not.toMatch(
      /12345678|1233447|333333|987654321|1593|FACE123|Somebody/i,
    );
  });
});
