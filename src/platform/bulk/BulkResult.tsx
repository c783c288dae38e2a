// Result of changing many records: the number that changed, and which could not be changed and why.

import { groupDigits, plural } from '../../shared/words/plural.ts';
import { Banner } from '../ui/feedback/Banner.tsx';
import type { BulkOutcome, Failed } from './runMany.ts';
import * as layout from '../ui/layout/layout.module.css';
import * as s from './BulkBar.module.css';

export interface BulkWords<T> {
  /** Singular, such as 'employee'. An s is added for the plural. */
  noun: string;
  /** While it runs: 'Deleting employees'. */
  doing: string;
  /** Participle of the change: 'deleted'. */
  done: string;
  /** What the unchanged records were before: 'already deleted'. */
  already: string;
  /** Names a record in the list of failures; without it, only their number is given. */
  nameOf?(record: T): string;
}

const maxNames = 100;

export function BulkResult<T>({ outcome, words }: { outcome: BulkOutcome<T>; words: BulkWords<T> }) {
  const { done, changed, failed, notAttempted } = outcome;
  return (
    <div className={layout.stack3}>
      <Banner tone={done.length > 0 ? 'warning' : 'bad'}>{summary(outcome, words)}</Banner>
      {byReason(failed).map(({ reason, items }) => (
        <section key={reason}>
          <p>
            {plural(items.length, words.noun)} failed: {reason}
          </p>
          {words.nameOf && <Names names={items.map(words.nameOf)} />}
        </section>
      ))}
      {notAttempted.length > 0 && (
        <p>
          {plural(notAttempted.length, words.noun)} {notAttempted.length === 1 ? 'was' : 'were'} not tried.
        </p>
      )}
      {changed < done.length && (
        <p>
          {plural(done.length - changed, words.noun)} {words.already}.
        </p>
      )}
    </div>
  );
}

const summary = <T,>({ changed, total }: BulkOutcome<T>, { noun, done }: BulkWords<T>) =>
  `${groupDigits(changed)} of ${plural(total, noun)} ${done}.`;

function byReason<T>(failed: readonly Failed<T>[]): Failed<T>[] {
  const groups = Map.groupBy(failed, ({ reason }) => reason);
  return [...groups].map(([reason, group]) => ({ reason, items: group.flatMap(({ items }) => items) }));
}

function Names({ names }: { names: readonly string[] }) {
  const rest = names.length - maxNames;
  return (
    <ul className={s.names}>
      {names.slice(0, maxNames).map((name, index) => (
        <li key={index}>{name}</li>
      ))}
      {rest > 0 && <li>… and {groupDigits(rest)} more</li>}
    </ul>
  );
}
