// What an administrator looks after of a user's account, beside what is edited: one menu, so that a card stays quiet.

import { useState } from 'react';
import { UserSessionsPart } from '../../signIn/credentials/credentialParts.ts';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { PersonalDataPart } from '../../privacy/report/personalDataPart.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Menu } from '../../../platform/ui/overlays/Menu.tsx';

const SecondFactorPart = lazyPart(
  'The second factors',
  async () => (await import('./SecondFactorDialog.tsx')).SecondFactorDialog,
);

type Part = 'sessions' | 'secondFactor' | 'personalData';

interface AccountMenuProps {
  user: { id: number; name: string };
  /** In a list, where a row has no room for words. */
  asIcon?: boolean;
}

export function AccountMenu({ user, asIcon = false }: AccountMenuProps) {
  const canCall = useCanCall();
  const [open, setOpen] = useState<Part>();
  const item = (part: Part, label: string) => ({ label, onSelect: () => setOpen(part) });
  const items = [
    ...(canCall('GET /users/{id}/sessions') ? [item('sessions', 'Sessions')] : []),
    ...(canCall('POST /users/{id}/second-factors/reset') ? [item('secondFactor', 'Second Factor')] : []),
    ...(canCall('GET /users/{id}/personal-data') ? [item('personalData', 'Personal Data')] : []),
  ];
  if (items.length === 0) return null;
  const close = () => setOpen(undefined);
  const look = asIcon ? { kind: 'quiet' as const, icon: <ActionIcon name="more" /> } : { label: 'Account' };
  return (
    <>
      <Menu {...look} size="small" aria-label={`Account of ${user.name}`} items={items} />
      {open === 'sessions' && <UserSessionsPart user={user} onClose={close} />}
      {open === 'secondFactor' && <SecondFactorPart user={user} onClose={close} />}
      {open === 'personalData' && <PersonalDataPart kind="users" person={user} onClose={close} />}
    </>
  );
}
