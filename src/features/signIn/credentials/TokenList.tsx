// API tokens: what each may do, for how long, and when it was last used.

import type { ApiToken } from '../../../shared/contract/apiTokens.ts';
import { TimeAgo } from '../../../platform/lists/TimeAgo.tsx';
import { plural } from '../../../shared/words/plural.ts';
import { formatDay } from '../../../shared/words/time.ts';
import { useNow } from '../../../platform/hooks/useNow.ts';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { companiesOf, expiryOf } from './tokenWords.ts';
import * as s from './List.module.css';

interface TokenListProps {
  label: string;
  tokens: readonly ApiToken[];
  /** With the name of its owner. */
  namesOwner?: boolean;
  onRevoke(token: ApiToken): void;
}

export function TokenList({ label, tokens, namesOwner = false, onRevoke }: TokenListProps) {
  return (
    <ul aria-label={label} className={s.list}>
      {tokens.map((token) => (
        <li key={token.id} className={s.item}>
          <TokenFacts token={token} namesOwner={namesOwner} />
          <Button
            size="small"
            aria-label={`Revoke ${token.name}${namesOwner ? ` of ${token.owner.name}` : ''}`}
            onClick={() => onRevoke(token)}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

function TokenFacts({ token, namesOwner }: { token: ApiToken; namesOwner: boolean }) {
  const { words, mark } = expiryOf(token, useNow());
  return (
    <div className={s.facts}>
      <p className={s.title}>
        <strong>{token.name}</strong>
        <code className={s.muted}>{token.start}…</code>
        {mark && <Badge tone={mark.tone}>{mark.words}</Badge>}
      </p>
      {namesOwner && <p>{[token.owner.name, token.owner.email].filter(Boolean).join(' · ')}</p>}
      <p className={s.muted}>
        {token.last_used_at ? (
          <>
            Last used <TimeAgo at={token.last_used_at} />
            {token.last_used_from && `, from ${token.last_used_from}`}
          </>
        ) : (
          'Never used'
        )}
      </p>
      <p className={s.muted}>
        Created {formatDay(token.created_at)} · {words}
      </p>
      <p className={s.muted}>{companiesOf(token)}</p>
      <details className={s.more}>
        <summary>{plural(token.permissions.length, 'permission')}</summary>
        {token.permissions.join(', ')}
      </details>
    </div>
  );
}
