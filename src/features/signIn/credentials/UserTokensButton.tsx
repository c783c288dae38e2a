// Opens the API tokens of all users, for administrators who may revoke them.

import { useState } from 'react';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { UserTokensPart } from './credentialParts.ts';

export function UserTokensButton() {
  const maySee = useCanCall()('GET /user-api-tokens');
  const [isOpen, setOpen] = useState(false);
  if (!maySee) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>API Tokens</Button>
      {isOpen && <UserTokensPart onClose={() => setOpen(false)} />}
    </>
  );
}
