// Answers 'What will Nina see?' by companies, screens and actions.

import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { listed } from '../../../shared/words/listed.ts';
import type { EffectiveAccess } from './effectiveAccess.ts';
import { Rights } from './Rights.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';

export function WhatTheySee({ access }: { access: EffectiveAccess }) {
  if (!access.hasRole) return <p>Nothing but their profile: without a role, the server refuses the rest.</p>;
  return (
    <div className={layout.stack3}>
      <Companies {...access} />
      {access.isKnown ? <Known {...access} /> : <Unknown {...access} />}
    </div>
  );
}

function Companies({ companies, isReachKnown }: EffectiveAccess) {
  switch (companies.reach) {
    case 'every':
      return companies.ignored === 0 ? (
        <p>{everyCompany(companies.by)}</p>
      ) : (
        <Banner tone="warning">
          {everyCompany(companies.by)}{' '}
          {companies.ignored === 1
            ? 'The one that is chosen makes no difference.'
            : `The ${companies.ignored} that are chosen make no difference.`}
        </Banner>
      );
    case 'some':
      return (
        <p>
          <strong>{companies.names.length === 1 ? 'One company' : `${companies.names.length} companies`}:</strong>{' '}
          {listed(companies.names)}.{!isReachKnown && ' Whether a role adds others, only the server knows.'}
        </p>
      );
    case 'none':
      return isReachKnown ? (
        <Banner tone="warning">
          <strong>No company,</strong> so all lists are empty. Choose companies, or a role with access to all of them.
        </Banner>
      ) : (
        <p>No company is chosen. Whether a role adds some, only the server knows.</p>
      );
  }
}

const everyCompany = (by: string) => (
  <>
    <strong>Every company,</strong> also those that are added later: {by} has access to all of them.
  </>
);

function Known({ screens, refused, rights }: EffectiveAccess) {
  return (
    <>
      <p>
        <strong>{screens.length} screens:</strong> {listed(screens)}.
        {refused.length > 0 && (
          <span className={layout.muted}>
            {' '}
            The sidebar also shows {listed(refused)}, where the server refuses them.
          </span>
        )}
      </p>
      <Rights rights={rights} />
    </>
  );
}

function Unknown({ screens, rights }: EffectiveAccess) {
  const some = rights.strange.slice(0, 3);
  return (
    <p>
      This server names its permissions in its own way
      {some.length > 0 && ` (${some.join(', ')}${rights.strange.length > 3 ? ' …' : ''})`}, so only the server knows
      what these roles allow. The sidebar will show {listed(screens)}.
    </p>
  );
}
