// The other way in on the login page: with the company's provider. Its code loads when it is used.

import { useEffect, useState } from 'react';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import type { Answer } from '../../../shared/contract/calls.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { clearFragment, readFragment, type Said } from './fragment.ts';
import * as s from './SingleSignOn.module.css';

const ArrivalPart = lazyPart('Single sign-on', async () => (await import('./Arrival.tsx')).Arrival);

interface SingleSignOnProps {
  provider: string;
  onAnswer(answer: Answer<'POST /auth/single-sign-on'>): void;
}

export function SingleSignOn({ provider, onAnswer }: SingleSignOnProps) {
  const [said, setSaid] = useState<Said | undefined>(() => readFragment(location.hash));
  useEffect(() => {
    clearFragment();
    // Back from the provider shows the page as it was when it was left.
    const begin = ({ persisted }: PageTransitionEvent) => persisted && setSaid(undefined);
    addEventListener('pageshow', begin);
    return () => removeEventListener('pageshow', begin);
  }, []);
  const next = new URLSearchParams(location.search).get('next') ?? '';
  const isLeaving = said?.kind === 'start';
  return (
    <div className={s.part}>
      {said && <ArrivalPart key={said.kind} said={said} provider={provider} next={next} onAnswer={onAnswer} />}
      <Button busy={isLeaving} onClick={() => setSaid({ kind: 'start' })}>
        Sign in with {provider}
      </Button>
      <p className={s.or}>or by password</p>
    </div>
  );
}
