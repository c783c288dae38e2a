// Folds the entries that one act made into one row: marking 900 records sends several requests, and an import one for
// each person.

import type { AuditLine } from '../../shared/contract/audit.ts';

export type Act = readonly [AuditLine, ...AuditLine[]];

/** Time between two entries of one act. */
const longestPauseMs = 10_000;
/** Fewer may well be several acts. */
const fewest = 3;

/** `unfolded` has the ids of the first entries of acts that are shown entry by entry. Lines are newest first. */
export function actsOf(lines: readonly AuditLine[], unfolded: ReadonlySet<number>): Act[] {
  const acts: [AuditLine, ...AuditLine[]][] = [];
  for (const line of lines) {
    const last = acts.at(-1);
    if (last && isSameAct(last.at(-1) ?? last[0], line)) last.push(line);
    else acts.push([line]);
  }
  return acts.flatMap((act): Act[] => {
    const isShort = act.length < fewest && act[0].count === undefined;
    return isShort || unfolded.has(act[0].id) ? act.map((line) => [line]) : [act];
  });
}

const isSameAct = (one: AuditLine, other: AuditLine): boolean =>
  one.action === other.action &&
  one.subject === other.subject &&
  one.user_id === other.user_id &&
  one.api_token === other.api_token &&
  one.address === other.address &&
  Date.parse(one.at) - Date.parse(other.at) <= longestPauseMs;
