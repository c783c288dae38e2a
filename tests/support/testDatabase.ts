import type { DatabaseLocation } from '../../server/db/open.ts';

/** A new, empty database for one test file. */
export interface TestDatabase {
  location: DatabaseLocation;
  remove(): Promise<void>;
}
