// Asks before a link or Back leads away from a form in the page with unsaved changes, like a dialog before it closes.
// Browsers that do not tell pages about links only ask before the page itself is left.

import { useCallback, useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { DiscardQuestion, savingQuestion } from './Dialog.tsx';
import { useNavigationGuard } from './useNavigationGuard.ts';

export interface Unsaved {
  dirty: boolean;
  /** Whether it is being saved. */
  busy: boolean;
}

export const saved: Unsaved = { dirty: false, busy: false };

export function UnsavedFormGuard({ dirty, busy }: Unsaved) {
  /** Address of a link, or '' for Back. */
  const [target, setTarget] = useState<string>();
  const [isDropped, setDropped] = useState(false);
  const ask = useCallback((address = '') => setTarget(address), []);
  useNavigationGuard(dirty && !isDropped, ask, isElsewhere);
  // Once it is saved, there is nothing left to ask.
  useEffect(() => {
    if (!dirty) setTarget(undefined);
  }, [dirty]);
  if (target === undefined) return null;

  function leave(address: string) {
    setTarget(undefined);
    setDropped(true);
    // Wait until the page is no longer held.
    setTimeout(() => (address ? navigate(address) : history.back()));
  }
  return (
    <DiscardQuestion
      {...(busy && savingQuestion('leaving'))}
      onKeep={() => setTarget(undefined)}
      onDiscard={() => leave(target)}
    />
  );
}

/** Whether an address is another screen, record or tab. Within one, the form stays. */
const isElsewhere = (address: string) => placeOf(address) !== placeOf(location.href);

function placeOf(address: string): string {
  const { pathname, searchParams } = new URL(address);
  return [pathname, searchParams.get('id'), searchParams.get('tab')].join(' ');
}
