// Does the same as withoutDirection.test.ts for many weeks, under every rule of a controller, a company and its HR
// sync.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../../support/server/databases.ts';
import { type Place, startPlace, weekWithoutDirection } from './withoutDirection.ts';

const seeds = Array.from({ length: 8 }, (_, index) => index + 101);

describe.each(databases)('on $name', ({ create }) => {
  let place: Place;
  beforeAll(async () => {
    place = await startPlace(create);
  });
  afterAll(() => place.stop());

  test.each(seeds)('seed %i', async (seed) => {
    const { ends } = await weekWithoutDirection(place, seed);
    expect(ends).toBeGreaterThan(0);
  });
});
