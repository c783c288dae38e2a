// Who changed what of a record since a version of it, as the audit tells. Names are those of today; nothing is told of the
// values, which are in the record as far as the caller may see them.

import type { AuditedThing } from '../../../src/shared/contract/audit/words.ts';
import { DecodeError, isObject } from '../../../src/shared/contract/decode.ts';
import { type EarlierEdit, secretField } from '../../../src/shared/contract/edits.ts';
import type { EditKey } from '../../../src/shared/contract/calls.ts';
import { contentOf, entriesWhere } from '../audit/readAudit.ts';
import type { Queries } from '../db/db.ts';
import { sql } from '../db/sql.ts';
import { asUtc } from '../time/instants.ts';
import { editedPart, looksSame, versionOf } from './versions.ts';

/** What the audit's entries about a record are about. */
export interface Identity {
  readonly subject: AuditedThing;
  readonly subjectId?: number;
  /** In place of an id. */
  readonly name?: string;
}

/** Of the audit. */
const mostRead = 20;

interface FoundEdit extends Omit<EarlierEdit, 'who'> {
  readonly userId: number | null;
  /** The name of the API token that was used; or empty. */
  readonly token: string;
}

/** Newest first. If the latest entries do not lead back to the version, only the newest of these edits. */
export async function editsSince(
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
    if (edits.length > 0 && looksSame(versionOf(key, after), version)) return named(queries, edits);
    edits.push({ at: asUtc(entry.at), userId: entry.user_id, token: tokenIn(api_token), fields });
  }
  return named(queries, edits.slice(0, 1));
}

/** With the names that people have today. Nobody has one for a job, a command, or a user who was deleted. */
async function named(queries: Queries, edits: readonly FoundEdit[]): Promise<EarlierEdit[]> {
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

/** Nothing, for an entry that says something else about the record. */
function partIn(key: EditKey, content: object): Readonly<Record<string, unknown>> {
  try {
    return { ...editedPart(key, content) };
  } catch (error) {
    if (error instanceof DecodeError) return {};
    throw error;
  }
}

const tokenIn = (token: unknown): string => (isObject(token) && typeof token.name === 'string' ? token.name : '');
