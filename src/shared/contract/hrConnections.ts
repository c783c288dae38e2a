// HR connectors: how Rollcall talks to a company's HR system, and which person there is which employee here.

import type { Calls } from './call.ts';
import { type Decoded, flag, integer, list, maybe, nonEmptyText, object, oneOf, text, wordOr } from './decode.ts';
import { ifGiven, ifUnderstood, mapOf, stated, version } from './decodeRecords.ts';
import { delivered } from './touches.ts';

/** Setting of a connector. Secrets are write-only; a choice is one of its options. */
const connectorField = object({
  key: nonEmptyText,
  label: nonEmptyText,
  help: text,
  kind: wordOr(oneOf('text', 'secret', 'choice')),
  is_required: flag,
  options: list(object({ value: text, label: nonEmptyText })),
  /** Value in a new connection. */
  initial: text,
});
export type ConnectorField = Decoded<typeof connectorField>;

const hrConnector = object({
  kind: nonEmptyText,
  name: nonEmptyText,
  /** Single events, or pairs of a check-in and its check-out. */
  takes: wordOr(oneOf('event', 'pair')),
  /** What the HR system receives, in one sentence. */
  summary: text,
  /** Example address. */
  address: text,
  fields: list(connectorField),
  /** True if its employees have their own ids, so that each must be matched with one of ours. */
  has_people: flag,
  /** True if approved leave can be read from it. */
  has_leave: flag,
});
export type HrConnector = Decoded<typeof hrConnector>;

/** Field by which employees are matched unless a user chooses. */
export const matchRule = oneOf('number', 'email');
export type MatchRule = Decoded<typeof matchRule>;

export const connectionTest = object({
  at: nonEmptyText,
  is_good: flag,
  /** Sentence about the result, or why there is none. */
  sentence: text,
  findings: list(object({ what: nonEmptyText, says: text, state: wordOr(oneOf('good', 'warning', 'bad')) })),
});
export type ConnectionTest = Decoded<typeof connectionTest>;

/** `settings` has values by the keys of the connector's fields, without secrets. */
const connectionFields = {
  connector: nonEmptyText,
  settings: mapOf(text),
  match_by: matchRule,
  /** Last day on which the credentials work; empty if they do not expire. */
  expires_on: text,
};

const hrConnection = object({
  ...connectionFields,
  company_name: text,
  /** Active URL of the type hr_system; empty if there is none. */
  url: text,
  /** Keys of the stored secrets. */
  secrets_set: list(nonEmptyText),
  /** Why nothing can be sent until the credentials are entered again; empty if it can. */
  problem: text,
  last_test: maybe(connectionTest),
  /** Whether approved leave is read, a few times a day. */
  reads_leave: flag,
  /** Empty if it was never read. */
  leave_read_at: text,
  /** Why the last attempt to read it failed; empty if it did not. */
  leave_error: text,
  version,
});
export type HrConnection = Decoded<typeof hrConnection>;

/** Body of a write. Empty secrets keep the stored ones, and a missing `reads_leave` changes nothing. */
const hrConnectionBody = object({ ...connectionFields, secrets: mapOf(text), reads_leave: ifGiven(flag) });
export type HrConnectionBody = Decoded<typeof hrConnectionBody>;

/** Somebody in the HR system. */
const hrPerson = object({
  id: nonEmptyText,
  number: text,
  name: text,
  email: text,
  is_active: flag,
});
export type HrPerson = Decoded<typeof hrPerson>;

const matchedEmployee = object({
  id: integer,
  employee_id: text,
  name: text,
  email: text,
  /** Empty if matched with nobody. */
  person_id: text,
  matched_by: wordOr(oneOf('number', 'email', 'chosen', 'nothing')),
  /** HR id of a person with a similar name, if nobody is matched; otherwise empty. */
  proposed_id: text,
  /** Why nobody is matched despite candidates, such as two people with the same number; otherwise empty. */
  note: text,
});
export type MatchedEmployee = Decoded<typeof matchedEmployee>;

export const hrPeople = object({
  company_name: text,
  connector_name: text,
  /** False if the HR system uses our employee numbers, so that there is nothing to match. */
  has_people: flag,
  /** Empty if they were never read. */
  read_at: text,
  employees: list(matchedEmployee),
  people: list(hrPerson),
});
export type HrPeople = Decoded<typeof hrPeople>;

/** Choice of a match. An empty person undoes it. */
const chosenMatch = object({ employee_id: integer, person_id: text });

const connectionReads = ['GET /companies/{id}/hr-connection', 'GET /hr-sync/companies'] as const;
const hrPeopleReads = ['GET /companies/{id}/hr-people'] as const;

const may = { needs: 'hr_sync.configure', feature: 'hr_connectors' } as const;

/** Time limit that is longer than the server's own for HR systems. */
const timeoutMs = 90_000;

export const calls = {
  'GET /hr-connectors': { ...may, answer: list(hrConnector) },
  'GET /companies/{id}/hr-connection': { ...may, answer: hrConnection },
  'PUT /companies/{id}/hr-connection': {
    ...may,
    body: hrConnectionBody,
    editedRecord: hrConnection,
    answer: ifUnderstood(hrConnection),
    done: 'Connection saved successfully',
    failed: 'Failed to save the connection',
    touches: [...connectionReads, 'GET /companies/{id}/hr-sync/config', ...hrPeopleReads, ...delivered],
  },
  'POST /companies/{id}/hr-connection/test': {
    ...may,
    body: hrConnectionBody,
    answer: connectionTest,
    done: 'Connection tested',
    failed: 'Failed to test the connection',
    touches: connectionReads,
    timeoutMs,
  },
  'GET /companies/{id}/hr-people': { ...may, answer: hrPeople },
  'POST /companies/{id}/hr-people/read': {
    ...may,
    answer: hrPeople,
    done: 'People read from the HR system',
    failed: 'Failed to read the people of the HR system',
    touches: hrPeopleReads,
    timeoutMs,
  },
  'PUT /companies/{id}/hr-matches': {
    ...may,
    body: object({ matches: stated(list(chosenMatch)) }),
    answer: ifUnderstood(hrPeople),
    done: 'Matches saved successfully',
    failed: 'Failed to save the matches',
    touches: [...hrPeopleReads, ...delivered],
  },
} satisfies Calls;
