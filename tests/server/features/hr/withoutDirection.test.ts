// Where a reader does not say in or out, HR is never told an end of the day that is earlier than the last passage; and what
// it was told and is no longer so stands under the differences.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../../support/server/databases.ts';
import { type Place, startPlace, weekWithoutDirection } from './withoutDirection.ts';

describe.each(databases)('on $name', ({ create }) => {
  let place: Place;
  beforeAll(async () => {
    place = await startPlace(create);
  });
  afterAll(() => place.stop());

  test.each([1, 2])('seed %i', async (seed) => {
    const { ends, differences } = await weekWithoutDirection(place, seed);
    expect(ends).toBeGreaterThan(5);
    expect(differences).toBeGreaterThan(0);
  });
});
