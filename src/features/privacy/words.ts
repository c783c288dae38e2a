// The words for kinds and states of people and companies.

const kinds: Readonly<Record<string, string>> = { companies: 'Company', employees: 'Employee', users: 'User' };

/** A newer server may know more kinds. */
export const kindName = (kind: string): string => kinds[kind] ?? kind;

const states: Readonly<Record<string, string>> = {
  active: 'Active',
  inactive: 'Inactive',
  deleted: 'Deleted',
  erased: 'Erased',
};

export const stateName = (state: string): string => states[state] ?? state;
