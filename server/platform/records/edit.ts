// Every edit of what is stored: under a lock, only of the version that the caller began with, and in one transaction with
// the audit entry. An edit that names no version replaces whatever there is, as the specification has it.

import { type AuditAction, thingInWords } from '../../../src/shared/contract/audit/words.ts';
import { isObject } from '../../../src/shared/contract/decode.ts';
import type { EditKey } from '../../../src/shared/contract/calls.ts';
import { type Act, audit } from '../audit/auditLog.ts';
import type { Db, Queries } from '../db/db.ts';
import { outdated } from './domainErrors.ts';
import { editsSince, type Identity } from './earlierEdits.ts';
import { hasSameSecret } from './versions.ts';

export interface EditContext extends Pick<Act, 'caller' | 'now' | 'requestId'> {
  readonly db: Db;
  /** That the caller began with, if it is known. */
  readonly version?: string | undefined;
}

export interface Versioned {
  readonly version?: string | undefined;
}

export interface Edited<R> extends Identity {
  /** The call whose versions it has; none for what only its owner can change. */
  readonly key?: EditKey;
  readonly action: AuditAction;
  /** Of two concurrent changes, the second one sees the result of the first. */
  lock(queries: Queries): Promise<void>;
  /** As the caller sees it; throws if they do not. Undefined if there is none yet. It must hold no secret. */
  find(queries: Queries): Promise<R>;
  /** What of it the audit keeps, if not all. */
  audited?(found: NonNullable<R>): object;
}

/** `change` may answer what else the audit is to say. Answers what is stored then. */
export function edit<R extends Versioned | undefined>(
  context: EditContext,
  edited: Edited<R>,
  change: (queries: Queries, before: R) => Promise<object | void>,
): Promise<R> {
  const { db, caller, now, requestId } = context;
  const { action, subject, subjectId } = edited;
  return db.tx(async (queries) => {
    await edited.lock(queries);
    const before = await edited.find(queries);
    if (before) await assertCurrent(queries, context, edited.key, edited, before);
    const details = await change(queries, before);
    const after = await edited.find(queries);
    await audit(queries, {
      ...{ caller, now, requestId, action, subject },
      ...(subjectId !== undefined && { subjectId }),
      ...(before && { before: audited(edited, before) }),
      ...(after && { after: { ...audited(edited, after), ...newSecret(before, after), ...details } }),
    });
    return after;
  });
}

const audited = <R extends Versioned | undefined>(edited: Edited<R>, found: NonNullable<R>): object =>
  withoutVersion(edited.audited?.(found) ?? found);

/** For the audit, which has what the versions of a record, and of those that it lists, are made from. */
export function withoutVersion(found: Versioned): object {
  const { version: _, ...record } = found;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? value.map((item: unknown) => (isObject(item) ? withoutVersion(item) : item)) : value,
    ]),
  );
}

/** The audit never says which. */
const newSecret = (before: Versioned | undefined, after: Versioned) =>
  before?.version !== undefined &&
  after.version !== undefined &&
  !hasSameSecret(before.version, after.version) && { new_secret: true };

async function assertCurrent(
  queries: Queries,
  { version }: EditContext,
  key: EditKey | undefined,
  identity: Identity,
  record: Versioned,
): Promise<void> {
  if (version === undefined || key === undefined || record.version === version) return;
  const edits = await editsSince(queries, key, identity, version);
  const who = edits[0]?.who || 'Somebody';
  throw outdated(`${who} changed the ${thingInWords(identity.subject)} meanwhile. Nothing was saved`, {
    record,
    edits,
  });
}
