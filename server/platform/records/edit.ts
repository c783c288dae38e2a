// All edits of stored records: under a lock, only of the version that the caller began with, and in one transaction
// with the audit entry. Without a version, an edit replaces whatever is stored, as the specification says.

import { createHash } from 'node:crypto';
import { calls, type EditKey } from '../../../src/shared/contract/calls.ts';
import { DecodeError, isObject } from '../../../src/shared/contract/decode.ts';
import { type EarlierEdit, secretField } from '../../../src/shared/contract/edits.ts';
import { type AuditAction, type AuditSubject, subjectName } from '../../../src/shared/words/auditWords.ts';
import { type Actor, audit } from '../audit/auditLog.ts';
import { contentOf, entriesWhere } from '../audit/readAudit.ts';
import { type Db, type Queries, sql } from '../db/db.ts';
import { outdated } from '../domainErrors.ts';
import { asUtc } from '../time/clock.ts';

export interface EditContext extends Actor {
  readonly db: Db;
  /** The version that the caller began with, if it is known. */
  readonly version?: string | undefined;
}

export interface Versioned {
  readonly version?: string | undefined;
}

export interface Edited<R> extends Identity {
  /** The call that edits it, which defines its versions; none for what only its owner can change. */
  readonly key?: EditKey;
  readonly action: AuditAction;
  /** Makes the second of two concurrent changes see the result of the first. */
  lock(queries: Queries): Promise<void>;
  /**
   * Reads the record as the caller sees it; undefined if there is none yet. Throws if they may not see it. It must hold
   * no secret.
   */
  find(queries: Queries): Promise<R>;
  /** The part of it that the audit keeps, if not all. */
  audited?(record: NonNullable<R>): object;
}

/**
 * Edits a record in one transaction with its audit entry. `change` may return more for the audit. Returns the record as
 * it is stored afterwards.
 */
export function edit<R extends Versioned | undefined>(
  context: EditContext,
  edited: Edited<R>,
  change: (queries: Queries, before: R) => Promise<object | void>,
): Promise<R> {
  const { action, subject, subjectId } = edited;
  return context.db.tx(async (queries) => {
    await edited.lock(queries);
    const before = await edited.find(queries);
    if (before) await assertCurrent(queries, context, edited, before);
    const details = await change(queries, before);
    const after = await edited.find(queries);
    await audit(queries, context, action, subject, {
      subjectId,
      ...(before && { before: audited(edited, before) }),
      ...(after && { after: { ...audited(edited, after), ...newSecret(before, after), ...details } }),
    });
    return after;
  });
}

const audited = <R extends Versioned | undefined>(edited: Edited<R>, record: NonNullable<R>): object =>
  withoutVersion(edited.audited?.(record) ?? record);

/** Leaves out versions, including those of listed records: the audit has what they are computed from. */
export function withoutVersion(record: Versioned): object {
  const { version: _, ...fields } = record;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? value.map((item: unknown) => (isObject(item) ? withoutVersion(item) : item)) : value,
    ]),
  );
}

/** Marks a new secret, which the audit never shows. */
const newSecret = (before: Versioned | undefined, after: Versioned) =>
  before?.version !== undefined &&
  after.version !== undefined &&
  !hasSameSecret(before.version, after.version) && { new_secret: true };

async function assertCurrent(
  queries: Queries,
  { version }: EditContext,
  { key, ...identity }: Identity & { readonly key?: EditKey },
  record: Versioned,
): Promise<void> {
  if (version === undefined || key === undefined || record.version === version) return;
  const edits = await editsSince(queries, key, identity, version);
  const who = edits[0]?.who || 'Somebody';
  const what = subjectName(identity.subject);
  throw outdated(`${who} changed the ${what} meanwhile. Nothing was saved`, { record, edits });
}

interface Identity {
  readonly subject: AuditSubject;
  readonly subjectId?: number;
  /** Identifies a subject that has no id. */
  readonly name?: string;
}

/** How many entries of the audit are searched. */
const mostRead = 20;

interface FoundEdit extends Omit<EarlierEdit, 'who'> {
  readonly userId: number | null;
  /** The name of the API token that was used; or empty. */
  readonly token: string;
}

/**
 * Lists the edits of a record since a version of it, newest first: who changed which fields, from the audit. The values
 * are in the record, as far as the caller may see them. If the latest entries do not lead back to the version, only the
 * newest edit is returned.
 */
async function editsSince(
  queries: Queries,
  key: EditKey,
  { subject, subjectId, name }: Identity,
  version: string,
): Promise<EarlierEdit[]> {
  const about = subjectId === undefined ? sql`subject_id is null` : sql`subject_id = ${subjectId}`;
  const latest = await entriesWhere(
    queries,
    sql`subject = ${subject} and ${about} order by at desc, id desc limit ${mostRead}`,
  );
  const edits: FoundEdit[] = [];
  for (const entry of latest) {
    const { before, after, api_token } = contentOf(entry);
    if (!isObject(before) || !isObject(after) || (name !== undefined && after.name !== name)) continue;
    const fields = changedFields(key, before, after);
    if (fields.length === 0) continue;
    if (edits.length > 0 && looksSame(versionOf(key, after), version)) return withAuthors(queries, edits);
    edits.push({ at: asUtc(entry.at), userId: entry.user_id, token: tokenIn(api_token), fields });
  }
  return withAuthors(queries, edits.slice(0, 1));
}

/** Adds people's current names; empty for a job, a command, or a user who was deleted. */
async function withAuthors(queries: Queries, edits: readonly FoundEdit[]): Promise<EarlierEdit[]> {
  const ids = edits.flatMap(({ userId }) => userId ?? []);
  const users = await queries.all<{ id: number; name: string }>(sql`select id, name from users where id in (${ids})`);
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return edits.map(({ userId, token, at, fields }) => {
    const name = names.get(userId ?? 0) ?? '';
    return { at, who: name && token ? `${name}'s API token ${token}` : name, fields };
  });
}

function changedFields(key: EditKey, before: object, after: Readonly<Record<string, unknown>>): string[] {
  const [one, other] = [partIn(key, before), partIn(key, after)];
  const fields = Object.keys({ ...one, ...other }).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );
  return after.new_secret === true ? [...fields, secretField] : fields;
}

/** Empty for an entry that says something else about the record. */
function partIn(key: EditKey, content: object): Readonly<Record<string, unknown>> {
  try {
    return { ...editedPart(key, content) };
  } catch (error) {
    if (error instanceof DecodeError) return {};
    throw error;
  }
}

const tokenIn = (token: unknown): string => (isObject(token) && typeof token.name === 'string' ? token.name : '');

// The version of a record: a hash of what an edit replaces, so that every change gives another version. It ignores
// what else a record shows, such as the last check of a URL.

/**
 * `secret` stands for the secrets that the edit replaces, without giving any away: a salted hash, a sealed text, or how
 * often one was set.
 */
export function versionOf(key: EditKey, record: object, secret?: string | number): string {
  const visiblePart = hashOf(editedPart(key, record));
  return secret === undefined ? visiblePart : `${visiblePart}.${hashOf(secret)}`;
}

/** Whether both versions belong to records that look the same, apart from their secrets. */
const looksSame = (one: string, other: string): boolean => one.split('.')[0] === other.split('.')[0];

const hasSameSecret = (one: string, other: string): boolean => one.split('.')[1] === other.split('.')[1];

/** The body of the edit that would change nothing. */
export const editedPart = (key: EditKey, record: object): object => calls[key].body(withIds(record));

/** Replaces what a record refers to by its id, as edits have it. */
const withIds = (record: object): object =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) && value.every(isReference) ? value.map(({ id }) => id).toSorted((a, b) => a - b) : value,
    ]),
  );

const isReference = (item: unknown): item is { id: number } => isObject(item) && typeof item.id === 'number';

/** 96 bits. */
const hashOf = (value: object | string | number): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
