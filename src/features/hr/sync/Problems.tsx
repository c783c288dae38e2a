// The companies whose last sync failed or whose records were rejected, grouped by the reason.

import { formatTime } from '../../../shared/words/time.ts';
import type { CompanyState } from './CompanyTable.tsx';
import { conditionOf } from './condition.ts';
import { groupBy, reasonIn } from './errorGroups.ts';
import * as s from './Problems.module.css';

export function Problems({ companies }: { companies: readonly CompanyState[] }) {
  const troubled = companies.flatMap(({ company, status }) =>
    typeof status === 'object' && conditionOf(status) === 'problem' && status.last_error?.sentence
      ? [{ ...company, ...status.last_error }]
      : [],
  );
  const groups = groupBy(troubled, ({ sentence }) => reasonIn(sentence));
  if (groups.length === 0) return null;
  return (
    <section aria-label="Problems" className={s.problems}>
      {groups.map(({ reason, items }) => (
        <details key={reason} className={s.group}>
          <summary>
            {reason} — {items.length === 1 ? items[0]?.name : `${items.length} companies`}
          </summary>
          <ul>
            {items.map(({ id, name, at, sentence }) => (
              <li key={id}>
                {name}, {formatTime(at)}: {sentence}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
