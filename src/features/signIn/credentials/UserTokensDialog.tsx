// The API tokens of all users that the administrator sees.

import { useState } from 'react';
import type { ApiToken } from '../../../shared/contract/entities/apiTokens.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { RevokeToken } from './RevokeToken.tsx';
import { TokenList } from './TokenList.tsx';

export function UserTokensDialog({ onClose }: { onClose(): void }) {
  const [page, setPage] = useState(1);
  const tokens = useResource('GET /user-api-tokens', { query: { page } });
  const [revoked, setRevoked] = useState<ApiToken>();
  return (
    <Dialog
      title="API Tokens of All Users"
      size="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ResourceView resource={tokens} skeleton={<LineSkeleton label="Loading API tokens…" lines={6} />}>
        {({ data, last_page }) =>
          data.length === 0 ? (
            <EmptyState
              title="No API tokens"
              hint="Users create them on their profile, for programs that call the API."
            />
          ) : (
            <>
              <TokenList label="API tokens of all users" tokens={data} namesOwner onRevoke={setRevoked} />
              <Pager page={page} lastPage={last_page} busy={tokens.loading} onPage={setPage} />
            </>
          )
        }
      </ResourceView>
      {revoked && (
        <RevokeToken token={revoked} call="DELETE /user-api-tokens/{id}" onClose={() => setRevoked(undefined)} />
      )}
    </Dialog>
  );
}
