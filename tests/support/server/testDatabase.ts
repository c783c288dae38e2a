import type { DatabaseLocation } from '../../../server/platform/db/open.ts';

/** A new database for one test file. */
export interface TestDatabase {
  location: DatabaseLocation;
  remove(): Promise<void>;
}

export interface CreateDatabase {
  /** `migrated` asks for a copy of a database that has all its tables already, where there is one to copy. */
  (state?: 'empty' | 'migrated'): Promise<TestDatabase>;
  /** Copies a database that nobody has open. */
  readonly copy?: (of: TestDatabase) => Promise<TestDatabase>;
}
