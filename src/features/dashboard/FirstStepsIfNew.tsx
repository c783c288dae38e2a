// Leads an administrator of a new server through the first steps, until they are done or hidden in this browser.

import { useState } from 'react';
import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import { hasFeature, useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';

const FirstSteps = lazyPart('The first steps', async () => (await import('./FirstSteps.tsx')).FirstSteps);

const storageKey = 'first_steps';
const mostCompanies = 2;

/** `companies` counts them; undefined while they load. */
export function FirstStepsIfNew({ companies }: { companies: number | undefined }) {
  const user = useUser();
  const canCall = useCanCall();
  const [isHidden, setHidden] = useState(() => localStorage.getItem(storageKey) === 'hidden');
  const isNew = companies !== undefined && companies <= mostCompanies;
  const mayLead = hasFeature(user, 'known_settings') && canCall('POST /settings') && canCall('POST /companies');
  if (isHidden || !isNew || !mayLead) return null;
  return (
    <FirstSteps
      onHide={() => {
        localStorage.setItem(storageKey, 'hidden');
        setHidden(true);
      }}
    />
  );
}
