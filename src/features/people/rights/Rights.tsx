// Shows what permissions mean, by topic.

import { listed } from '../../../shared/words/listed.ts';
import type { RightsInWords } from './rightsInWords.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';

export function Rights({ rights }: { rights: RightsInWords }) {
  const { topics, nothing, needsEveryCompany, strange } = rights;
  return (
    <>
      {topics.length > 0 && (
        <dl className={layout.stack2}>
          {topics.map(({ title, may, mayNot }) => (
            <div key={title}>
              <dt>
                <strong>{title}</strong>
              </dt>
              <dd>
                {may} {mayNot && <span className={layout.muted}>{mayNot}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {nothing && (
        <p className={layout.muted}>{topics.length > 0 ? `May do nothing about ${nothing}.` : 'May do nothing.'}</p>
      )}
      {needsEveryCompany && (
        <p>
          Without access to every company, it does not help to be allowed to {needsEveryCompany}: that affects all
          companies.
        </p>
      )}
      {strange.length > 0 && <p>What this allows, only the server knows: {listed(strange)}.</p>}
    </>
  );
}

/** Says in which companies the permissions apply. */
export function Reach({ rights: { everyCompany } }: { rights: RightsInWords }) {
  return (
    <p>
      {everyCompany
        ? 'In every company, whatever companies the user is assigned to.'
        : 'In the companies that the user is assigned to.'}
    </p>
  );
}
