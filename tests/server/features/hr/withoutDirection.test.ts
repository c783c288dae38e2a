// With a reader that gives no direction, HR is never told an end of the day earlier than the last passage, and whatever
// it was told that no longer holds is listed as a difference.

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
