// API tokens: the user's own and, for administrators who may revoke them, the tokens of all users. Users who may not
// create any see their own only while there are some.

import { useState } from 'react';
import { useExistingPage } from '../../../platform/hooks/useListParams.ts';
import { useNow } from '../../../platform/hooks/useNow.ts';
import { useRemembered, useResource } from '../../../platform/hooks/useResource.ts';
import { PagedList } from '../../../platform/lists/PagedList.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { ListRow } from '../../../platform/ui/data/ListRow.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { TimeAgo } from '../../../platform/ui/data/TimeAgo.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { lazyPart, usePreloadWhen } from '../../../platform/ui/lazyPart.tsx';
import { ConfirmCall } from '../../../platform/ui/overlays/Confirm.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';
import type { ApiToken } from '../../../shared/contract/apiTokens.ts';
import { dateTitle } from '../../../shared/words/dates.ts';
import { plural } from '../../../shared/words/plural.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './credentials.module.css';

const CreateTokenPart = lazyPart('The form', () => import('./CreateTokenDialog.tsx'));
const lazyParts = [CreateTokenPart];

export function YourTokens() {
  const mayCreate = useCanCall()('POST /api-tokens');
  const tokens = useResource('GET /api-tokens', {});
  usePreloadWhen(mayCreate && tokens.data !== undefined, lazyParts);
  const [revoked, setRevoked] = useState<ApiToken>();
  if (!mayCreate && !tokens.data?.length) return null;
  return (
    <Panel
      title="API tokens"
      aside={
        mayCreate && (
          <DialogButton size="small" icon={<ActionIcon name="plus" />} label="Create Token">
            {(close) => <CreateTokenPart onClose={close} />}
          </DialogButton>
        )
      }
    >
      <ResourceView resource={tokens} loading="Loading API tokens…" lines={3}>
        {(list) =>
          list.length === 0 ? (
            <p className={layout.muted}>
              With a token, a program calls the API without your password, and with only those of your rights that you
              give to it.
            </p>
          ) : (
            <TokenList label="Your API tokens" tokens={list} onRevoke={setRevoked} />
          )
        }
      </ResourceView>
      {revoked && <RevokeToken token={revoked} call="DELETE /api-tokens/{id}" onClose={() => setRevoked(undefined)} />}
    </Panel>
  );
}

/** Shows the API tokens of all users that the administrator sees. */
export function UserTokensDialog({ onClose }: { onClose(): void }) {
  const [page, setPage] = useState(1);
  const tokens = useExistingPage(useRemembered('GET /user-api-tokens', { query: { page } }), page, setPage);
  const [revoked, setRevoked] = useState<ApiToken>();
  return (
    <Dialog
      title="API Tokens of All Users"
      size="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <PagedList
        list={tokens}
        page={page}
        onPage={setPage}
        loading="Loading API tokens…"
        lines={6}
        empty={
          <EmptyState
            title="No API tokens"
            hint="Users create them on their profile, for programs that call the API."
          />
        }
      >
        {({ data }) => <TokenList label="API tokens of all users" tokens={data} namesOwner onRevoke={setRevoked} />}
      </PagedList>
      {revoked && (
        <RevokeToken token={revoked} call="DELETE /user-api-tokens/{id}" onClose={() => setRevoked(undefined)} />
      )}
    </Dialog>
  );
}

interface TokenListProps {
  label: string;
  tokens: readonly ApiToken[];
  /** Whether to show the owner's name. */
  namesOwner?: boolean;
  onRevoke(token: ApiToken): void;
}

/** Lists what each token may do, for how long, and when it was last used. */
function TokenList({ label, tokens, namesOwner = false, onRevoke }: TokenListProps) {
  return (
    <ul aria-label={label} className={layout.list}>
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} namesOwner={namesOwner} onRevoke={onRevoke} />
      ))}
    </ul>
  );
}

type TokenRowProps = Omit<TokenListProps, 'label' | 'tokens'> & { token: ApiToken };

function TokenRow({ token, namesOwner, onRevoke }: TokenRowProps) {
  const { words, mark } = expiryOf(token, useNow());
  return (
    <ListRow
      title={
        <>
          {token.name}
          <code className={layout.muted}>{token.start}…</code>
          {mark && <Badge tone={mark.tone}>{mark.words}</Badge>}
        </>
      }
      end={
        <Button
          size="small"
          aria-label={`Revoke ${token.name}${namesOwner ? ` of ${token.owner.name}` : ''}`}
          onClick={() => onRevoke(token)}
        >
          Revoke
        </Button>
      }
    >
      {namesOwner && <p>{[token.owner.name, token.owner.email].filter(Boolean).join(' · ')}</p>}
      <p className={layout.muted}>
        {token.last_used_at ? (
          <>
            Last used <TimeAgo at={token.last_used_at} />
            {token.last_used_from && `, from ${token.last_used_from}`}
          </>
        ) : (
          'Never used'
        )}
      </p>
      <p className={layout.muted}>
        Created {dateTitle(token.created_at)} · {words}
      </p>
      <p className={layout.muted}>{companiesOf(token)}</p>
      <details className={s.more}>
        <summary>{plural(token.permissions.length, 'permission')}</summary>
        {token.permissions.join(', ')}
      </details>
    </ListRow>
  );
}

interface RevokeTokenProps {
  token: ApiToken;
  call: 'DELETE /api-tokens/{id}' | 'DELETE /user-api-tokens/{id}';
  onClose(): void;
}

/** Asks before an API token is revoked: the machine that uses it stops working. */
function RevokeToken({ token, call, onClose }: RevokeTokenProps) {
  return (
    <ConfirmCall
      call={call}
      args={{ id: token.id }}
      title="Revoke API Token"
      message={`Revoke "${token.name}"? Whatever uses it is refused from now on. This action cannot be undone.`}
      confirmLabel="Revoke"
      tone="danger"
      onClose={onClose}
    />
  );
}

const dayMs = 24 * 60 * 60_000;
const soonDays = 14;

interface Expiry {
  words: string;
  /** The badge of a token that needs attention. */
  mark?: { tone: 'warning' | 'bad'; words: string };
}

/** `now` is in milliseconds. */
function expiryOf({ expires_at }: ApiToken, now: number): Expiry {
  if (!expires_at) return { words: 'Never expires' };
  const day = dateTitle(expires_at);
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return { words: `Expired ${day}`, mark: { tone: 'bad', words: 'Expired' } };
  const days = Math.ceil(left / dayMs);
  const mark = days <= soonDays ? { tone: 'warning' as const, words: `Expires in ${plural(days, 'day')}` } : undefined;
  return { words: `Expires ${day}`, ...(mark && { mark }) };
}

/** Null means all of its owner's companies. */
function companiesOf({ companies }: ApiToken): string {
  if (companies === null) return 'All companies of its owner';
  return companies.map(({ name }) => name).join(', ') || 'No company';
}
