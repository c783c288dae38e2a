// The user's own API tokens. Who may not create any sees the panel only while there are some.

import { useState } from 'react';
import type { ApiToken } from '../../../shared/contract/entities/apiTokens.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { lazyPart, usePreloadWhen } from '../../../platform/hooks/lazyPart.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { RevokeToken } from './RevokeToken.tsx';
import { TokenList } from './TokenList.tsx';
import * as s from './List.module.css';

const CreateTokenPart = lazyPart('The form', async () => (await import('./CreateTokenDialog.tsx')).CreateTokenDialog);
const lazyParts = [CreateTokenPart];

export function YourTokens() {
  const mayCreate = useCanCall()('POST /api-tokens');
  const tokens = useResource('GET /api-tokens', {});
  usePreloadWhen(mayCreate && tokens.data !== undefined, lazyParts);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiToken>();
  if (!mayCreate && !tokens.data?.length) return null;
  return (
    <Panel
      title="API Tokens"
      aside={
        mayCreate && (
          <Button size="small" icon={<ActionIcon name="plus" />} onClick={() => setCreating(true)}>
            Create Token
          </Button>
        )
      }
    >
      <ResourceView resource={tokens} skeleton={<LineSkeleton label="Loading API tokens…" lines={3} />}>
        {(list) =>
          list.length === 0 ? (
            <p className={s.muted}>
              With a token, a program calls the API without your password, and with only those of your rights that you
              give to it.
            </p>
          ) : (
            <TokenList label="Your API tokens" tokens={list} onRevoke={setRevoked} />
          )
        }
      </ResourceView>
      {isCreating && <CreateTokenPart onClose={() => setCreating(false)} />}
      {revoked && <RevokeToken token={revoked} call="DELETE /api-tokens/{id}" onClose={() => setRevoked(undefined)} />}
    </Panel>
  );
}
