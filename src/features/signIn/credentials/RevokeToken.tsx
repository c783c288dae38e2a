// Asks before an API token is revoked: the machine that uses it stops working.

import type { ApiToken } from '../../../shared/contract/apiTokens.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { Confirm } from '../../../platform/ui/overlays/Confirm.tsx';

interface RevokeTokenProps {
  token: ApiToken;
  call: 'DELETE /api-tokens/{id}' | 'DELETE /user-api-tokens/{id}';
  onClose(): void;
}

export function RevokeToken({ token, call, onClose }: RevokeTokenProps) {
  const revoke = useAction(call, { after: onClose });
  return (
    <Confirm
      title="Revoke API Token"
      message={`Revoke "${token.name}"? Whatever uses it is refused from now on. This action cannot be undone.`}
      confirmLabel="Revoke"
      tone="danger"
      busy={revoke.busy}
      error={revoke.error}
      onConfirm={() => void revoke.run({ id: token.id })}
      onClose={onClose}
    />
  );
}
