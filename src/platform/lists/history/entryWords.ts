// An entry of the audit in words.

import { describeAuditEntry } from '../../../shared/contract/audit/words.ts';
import type { AuditLine } from '../../../shared/contract/audit.ts';
import { inWords } from '../../../shared/words/inWords.ts';
import { groupDigits } from '../../../shared/words/plural.ts';

type Named = Omit<AuditLine, 'changed'>;

/** '' for somebody who did not sign in. */
export function actorName({ user_id, user_name, user_email, address }: Named): string {
  if (user_name || user_email) return user_name || (user_email ?? '');
  if (user_id !== null) return `User #${user_id}`;
  return address === '' ? 'The server' : '';
}

/** 'Ada Lovelace changed the role Manager' */
export const sentenceOf = (entry: Named): string =>
  describeAuditEntry({ ...entry, who: actorOf(entry), name: entry.subject_name || idOf(entry) });

/** Of entries that one act made: how many in all, or the first and how many more. */
export function sentenceOfAll(entries: readonly [AuditLine, ...AuditLine[]]): string {
  const [first, ...others] = entries;
  if (others.length === 0) return sentenceOf(first);
  const counts = entries.flatMap(({ count }) => count ?? []);
  if (counts.length === entries.length)
    return sentenceOf({ ...first, count: counts.reduce((sum, count) => sum + count, 0) });
  return `${sentenceOf(first)} and ${groupDigits(others.length)} more`;
}

/** A machine acts for its owner. */
const actorOf = (entry: Named): string =>
  entry.api_token ? `${actorName(entry)}'s API token ${entry.api_token}` : actorName(entry);

const idOf = ({ subject_id }: Named) => (subject_id === null ? '' : `#${subject_id}`);

export const addressInWords = (address: string | null): string => address ?? 'Erased';

/** 'Value, Description', and how many more */
export function fieldsInWords(fields: readonly string[]): string {
  const shown = fields.slice(0, 3).map(inWords);
  return [...shown, ...(fields.length > 3 ? [`${fields.length - 3} more`] : [])].join(', ');
}
