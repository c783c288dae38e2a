// The order in which a transaction locks rows. Two transactions that lock the same rows in the same order wait for each
// other briefly. In different orders, each may hold what the other waits for, and PostgreSQL aborts one of them after a
// second.

/**
 * Lock order from first to last: a company before what belongs to it. Rows of one table are locked in the order of
 * their ids. Only attendance is locked in steps, because which records form pairs is known only when the first of them
 * cannot change any more. Two such transactions may deadlock; one of them then runs again.
 */
const order = [
  'schema_version',
  // Changes of any rights lock the administrator's role.
  'roles',
  'users',
  'saved_views',
  'settings',
  'hr_sync_slots',
  'companies',
  'company_urls',
  'access_controllers',
  'devices',
  'employees',
  'employee_codes',
  'week_patterns',
  'leaves',
  'balances',
  'closed_months',
  'roll_calls',
  'legal_holds',
  'attendance',
  // Names of things that have no row yet.
  'names',
  // Last, because every audited write waits for it.
  'audit_head',
] as const;

export type LockedTable = Exclude<(typeof order)[number], 'names'>;

/** 'change' excludes every other holder; 'rely' keeps the row unchanged and is shared. */
export type Purpose = 'change' | 'rely';

/** The locks of a transaction. Kept on both databases, so that tests on either find a wrong order. */
export class LocksTaken {
  #rank = 0;
  readonly #rows = new Map<LockedTable, Map<number, Purpose>>();

  /** Throws if one of these rows, or this table, should have been locked earlier. Returns the ids not locked yet. */
  take(table: LockedTable, ids: readonly number[], purpose: Purpose): number[] {
    const missing = [...new Set(ids)].filter((id) => !this.holds(table, id, purpose)).toSorted((a, b) => a - b);
    const [first] = missing;
    if (first === undefined) return missing;
    this.enter(table);
    const rows = this.#rows.get(table) ?? new Map<number, Purpose>();
    this.#rows.set(table, rows);
    const later = [...rows.keys()].find((id) => id >= first);
    if (later !== undefined && table !== 'attendance')
      throw new Error(`Row ${first} of ${table} is locked to ${purpose} after row ${later}: see lockOrder.ts`);
    for (const id of missing) rows.set(id, purpose);
    return missing;
  }

  /** Locks rows that are not known by their ids. */
  enter(table: LockedTable | 'names'): void {
    const rank = order.indexOf(table);
    if (rank < this.#rank) throw new Error(`${table} is locked after ${order[this.#rank]}: see lockOrder.ts`);
    this.#rank = rank;
  }

  holds(table: LockedTable, id: number, purpose: Purpose): boolean {
    const held = this.#rows.get(table)?.get(id);
    return held === purpose || held === 'change';
  }
}
