// Where somebody is signed in. The session that asks is marked, and ends by signing out.

import type { Session } from '../../../shared/contract/signIn.ts';
import { TimeAgo } from '../../../platform/lists/TimeAgo.tsx';
import { formatTime } from '../../../shared/words/time.ts';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { deviceOf, nameOfSession, wayOf } from './sessionWords.ts';
import * as s from './List.module.css';

interface SessionListProps {
  label: string;
  sessions: readonly Session[];
  /** The one that is being ended. */
  ending: number | undefined;
  onEnd(session: Session): void;
}

export function SessionList({ label, sessions, ending, onEnd }: SessionListProps) {
  return (
    <ul aria-label={label} className={s.list}>
      {sessions.map((session) => (
        <li key={session.id} className={s.item}>
          <div className={s.facts}>
            <p className={s.title}>
              <strong title={session.user_agent || undefined}>{deviceOf(session)}</strong>
              {session.is_current && <Badge tone="accent">This session</Badge>}
            </p>
            <p className={s.muted}>
              Last seen <TimeAgo at={session.last_seen_at} />
              {session.last_address && `, from ${session.last_address}`}
            </p>
            <p className={s.muted}>{beginning(session)}</p>
          </div>
          {!session.is_current && (
            <Button
              size="small"
              aria-label={`End session: ${nameOfSession(session)}`}
              busy={ending === session.id}
              onClick={() => onEnd(session)}
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function beginning(session: Session): string {
  const { created_at, first_address, last_address } = session;
  const way = wayOf(session);
  const elsewhere = first_address && first_address !== last_address ? `, from ${first_address}` : '';
  return `Signed in ${formatTime(created_at).slice(0, 16)}${way && ` ${way}`}${elsewhere}`;
}
