// What is stored of a person, by section; what there is nothing of in one line.

import type { ReportSection } from '../../../shared/contract/privacy.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { formatDay } from '../../../shared/words/time.ts';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import * as s from '../rows.module.css';

export function Sections({ sections }: { sections: readonly ReportSection[] }) {
  const empty = sections.filter(({ rows }) => rows === 0);
  return (
    <>
      <ul aria-label="What is stored" className={s.rows}>
        {sections
          .filter(({ rows }) => rows > 0)
          .map((section) => (
            <li key={section.name} className={s.row}>
              <span className={s.about}>
                <strong className={s.title}>{section.title}</strong>
                <span className={s.muted}>{section.about}</span>
                {section.first && <span className={s.muted}>{daysOf(section)}</span>}
              </span>
              <span className={s.number}>
                {groupDigits(section.rows)}
                <VisuallyHidden>{section.rows === 1 ? ' row' : ' rows'}</VisuallyHidden>
              </span>
            </li>
          ))}
      </ul>
      {empty.length > 0 && <p className={s.muted}>Nothing in: {empty.map(({ title }) => title).join(', ')}.</p>}
    </>
  );
}

function daysOf({ first, last }: ReportSection): string {
  const [from, until] = [formatDay(first), formatDay(last)];
  return from === until ? from : `${from} to ${until}`;
}
