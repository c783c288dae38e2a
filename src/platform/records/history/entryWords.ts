// Audit entries in words.

import type { AuditLine } from '../../../shared/contract/audit.ts';
import { describeAuditEntry } from '../../../shared/words/auditWords.ts';
import { inWords } from '../../../shared/words/inWords.ts';
import { groupDigits } from '../../../shared/words/plural.ts';

type Named = Omit<AuditLine, 'changed'>;

/** Returns '' for somebody who was not signed in. */
export function actorName({ user_id, user_name, user_email, address }: Named): string {
  if (user_name || user_email) return user_name || (user_email ?? '');
  if (user_id !== null) return `User #${user_id}`;
  return address === '' ? 'The server' : '';
}

/** 'Ada Lovelace changed the role Manager' */
export const sentenceOf = (entry: Named): string =>
  describeAuditEntry({ ...entry, who: actorOf(entry), name: entry.subject_name || idOf(entry) });

/** Describes the entries of a single action, with their total count or as the first one and the number of others. */
export function sentenceOfAll(entries: readonly [AuditLine, ...AuditLine[]]): string {
  const [first, ...others] = entries;
  if (others.length === 0) return sentenceOf(first);
  const counts = entries.flatMap(({ count }) => count ?? []);
  if (counts.length === entries.length)
    return sentenceOf({ ...first, count: counts.reduce((sum, count) => sum + count, 0) });
  return `${sentenceOf(first)} and ${groupDigits(others.length)} more`;
}

/** Names the API token as well as its owner, for whom it acts. */
const actorOf = (entry: Named): string =>
  entry.api_token ? `${actorName(entry)}'s API token ${entry.api_token}` : actorName(entry);

const idOf = ({ subject_id }: Named) => (subject_id === null ? '' : `#${subject_id}`);

export const addressInWords = (address: string | null): string => address ?? 'Erased';

/** 'Value, Description', and the number of others. */
export function fieldsInWords(fields: readonly string[]): string {
  const shown = fields.slice(0, 3).map(inWords);
  return [...shown, ...(fields.length > 3 ? [`${fields.length - 3} more`] : [])].join(', ');
}
