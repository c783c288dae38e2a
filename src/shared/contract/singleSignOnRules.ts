// When the settings of single sign-on are valid. Apart from rules.ts, which first loads have.

import { atMost } from './rules.ts';
import { isBlank, textOf, type Check } from './validate.ts';

const ifMapped =
  (complaint: string): Check =>
  (value, { maps_roles }) =>
    maps_roles && isBlank(value) ? complaint : undefined;

const rowsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const claimValueOf = (row: unknown) => textOf(Object(row).claim_value).trim();

const everyRowHasBoth: Check = (rows, { maps_roles }) =>
  maps_roles && rowsOf(rows).some((row) => claimValueOf(row) === '' || !Object(row).role_id)
    ? 'Please enter a value and choose a role in every row'
    : undefined;

const noValueTooLong: Check = (rows) =>
  rowsOf(rows).some((row) => claimValueOf(row).length > 255) ? 'Please use at most 255 characters' : undefined;

const someRow: Check = (rows, { maps_roles }) =>
  maps_roles && rowsOf(rows).length === 0 ? 'Please add a row: without one, nobody gets in' : undefined;

const notTooMany: Check = (rows) => (rowsOf(rows).length > 500 ? 'Please use at most 500 rows' : undefined);

const someoneKeepsPassword: Check = (ids, { closes_passwords }) =>
  closes_passwords && rowsOf(ids).length === 0
    ? 'Choose at least one administrator who can still sign in by password'
    : undefined;

export const singleSignOnRules = {
  roles_claim: [ifMapped('Please enter the name of the claim'), atMost(255)],
  mapping: [someRow, everyRowHasBoth, noValueTooLong, notTooMany],
  emergency_accounts: [someoneKeepsPassword],
};
