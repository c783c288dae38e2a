// Asks before a link or Back leads away from a form within a page that has unsaved changes, as a dialog asks before it
// closes. Browsers that do not tell pages of a link ask only before the page itself is left.

import { useCallback, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { DiscardQuestion } from './Dialog.tsx';
import { useHeldPage } from './useHeldPage.ts';

export function HeldForm({ dirty }: { dirty: boolean }) {
  /** The address that a link leads to, or '' for Back. */
  const [target, setTarget] = useState<string>();
  const [isDropped, setDropped] = useState(false);
  const ask = useCallback((address = '') => setTarget(address), []);
  useHeldPage(dirty && !isDropped, ask, isElsewhere);
  if (target === undefined) return null;

  function leave(address: string) {
    setTarget(undefined);
    setDropped(true);
    // Once the page is not held any more.
    setTimeout(() => (address ? navigate(address) : history.back()));
  }
  return <DiscardQuestion onKeep={() => setTarget(undefined)} onDiscard={() => leave(target)} />;
}

/** Another screen, record or tab; within one, the form stays. */
const isElsewhere = (address: string) => placeOf(address) !== placeOf(location.href);

function placeOf(address: string): string {
  const { pathname, searchParams } = new URL(address);
  return [pathname, searchParams.get('id'), searchParams.get('tab')].join(' ');
}
