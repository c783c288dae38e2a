// Somebody is back from the provider: with a ticket, which is exchanged at once, or with the reason why not.

import { useEffect, useState } from 'react';
import type { Answer } from '../../../shared/contract/calls.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Spinner } from '../../../platform/ui/feedback/Spinner.tsx';
import { describeFailure } from './failureWords.ts';
import type { Said } from './fragment.ts';
import { leaveForProvider, takeVerifier } from './leaveForProvider.ts';

interface ArrivalProps {
  said: Said;
  provider: string;
  next: string;
  onAnswer(answer: Answer<'POST /auth/single-sign-on'>): void;
}

const key = 'POST /auth/single-sign-on';

export function Arrival({ said, provider, next, onAnswer }: ArrivalProps) {
  const { run, error } = useAction(key, { quiet: true, after: ({ data }) => onAnswer(data) });
  const [verifier] = useState(takeVerifier);
  useEffect(() => {
    if (said.kind === 'start') leaveForProvider(next);
    if (said.kind === 'ticket') void run({ body: { ticket: said.ticket, verifier } });
  }, [said, next, verifier, run]);

  if (said.kind === 'failure') return <Banner tone="bad">{describeFailure(provider, said.reason)}</Banner>;
  if (error !== undefined) return <Banner tone="bad">{error}</Banner>;
  return <Spinner label={said.kind === 'start' ? `Loading ${provider}…` : 'Loading your account…'} />;
}
