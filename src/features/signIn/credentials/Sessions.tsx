// Sessions: where the user is signed in and, for administrators who may end sessions, where another user is.

import { useState } from 'react';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { ListRow } from '../../../platform/ui/data/ListRow.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { TimeAgo } from '../../../platform/ui/data/TimeAgo.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { ConfirmCall } from '../../../platform/ui/overlays/Confirm.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';
import type { Session } from '../../../shared/contract/sessions.ts';
import { moment } from '../../../shared/words/moment.ts';
import { plural } from '../../../shared/words/plural.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './credentials.module.css';

export function YourSessions() {
  const sessions = useResource('GET /sessions', {});
  const end = useAction('DELETE /sessions/{id}', { report: 'toast' });
  return (
    <Panel title="Your sessions">
      <ResourceView resource={sessions} loading="Loading sessions…" lines={3}>
        {(list) => {
          const others = list.filter(({ is_current }) => !is_current).length;
          return (
            <>
              <SessionList label="Your sessions" sessions={list} end={end} />
              {others > 0 && (
                <div className={`${layout.wrap} ${s.tools}`}>
                  <DialogButton label="End All Others">
                    {(close) => (
                      <ConfirmCall
                        call="POST /sessions/end-others"
                        args={{}}
                        title="End All Others"
                        message={endOthersQuestion(others)}
                        confirmLabel="End All Others"
                        tone="danger"
                        onClose={close}
                      />
                    )}
                  </DialogButton>
                </div>
              )}
            </>
          );
        }}
      </ResourceView>
    </Panel>
  );
}

const endOthersQuestion = (count: number) =>
  `End ${count === 1 ? 'the other session' : `your ${plural(count, 'other session')}`}? Anyone using ${count === 1 ? 'it' : 'them'} must sign in again.`;

interface User {
  id: number;
  name: string;
}

/** Shows where another user is signed in, for administrators who may end the sessions. */
export function UserSessionsDialog({ user, onClose }: { user: User; onClose(): void }) {
  const sessions = useResource('GET /users/{id}/sessions', { id: user.id });
  const end = useAction('DELETE /user-sessions/{id}');
  const canEndAll = sessions.data?.some(({ is_current }) => !is_current) ?? false;
  return (
    <Dialog
      title={`Sessions of ${user.name}`}
      onClose={onClose}
      footer={
        <>
          {canEndAll && (
            <DialogButton label="End All">
              {(close) => (
                <ConfirmCall
                  call="DELETE /users/{id}/sessions"
                  args={{ id: user.id }}
                  title="End All Sessions"
                  message={`End all sessions of ${user.name}? Anyone using them will have to sign in again.`}
                  confirmLabel="End All"
                  tone="danger"
                  onClose={close}
                />
              )}
            </DialogButton>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {end.error && <Banner tone="bad">{end.error}</Banner>}
      <ResourceView resource={sessions} loading="Loading sessions…" lines={3}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="Not signed in" hint="A session appears here when this user signs in." />
          ) : (
            <SessionList label="Sessions" sessions={list} end={end} />
          )
        }
      </ResourceView>
    </Dialog>
  );
}

interface SessionListProps {
  label: string;
  sessions: readonly Session[];
  /** The call that ends one. */
  end: { busy: boolean; run(args: { id: number }): Promise<unknown> };
}

/** Lists sessions. The current one is marked, and ends by signing out. */
function SessionList({ label, sessions, end }: SessionListProps) {
  const [ending, setEnding] = useState<number>();
  return (
    <ul aria-label={label} className={layout.list}>
      {sessions.map((session) => (
        <ListRow
          key={session.id}
          title={
            <>
              <span title={session.user_agent || undefined}>{deviceOf(session)}</span>
              {session.is_current && <Badge tone="accent">This session</Badge>}
            </>
          }
          end={
            !session.is_current && (
              <Button
                size="small"
                aria-label={`End session: ${nameOfSession(session)}`}
                busy={end.busy && ending === session.id}
                onClick={() => {
                  setEnding(session.id);
                  void end.run({ id: session.id });
                }}
              >
                End
              </Button>
            )
          }
        >
          <p className={layout.muted}>
            Last seen <TimeAgo at={session.last_seen_at} />
            {session.last_address && `, from ${session.last_address}`}
          </p>
          <p className={layout.muted}>{beginning(session)}</p>
        </ListRow>
      ))}
    </ul>
  );
}

function beginning(session: Session): string {
  const { created_at, first_address, last_address, began_by } = session;
  // A newer server may know more ways.
  const way = began_by && (ways[began_by] ?? began_by);
  const elsewhere = first_address && first_address !== last_address ? `, from ${first_address}` : '';
  return `Signed in ${moment(created_at)}${way && ` ${way}`}${elsewhere}`;
}

const ways: Readonly<Record<string, string>> = {
  password: 'with a password',
  passkey: 'with a passkey',
  single_sign_on: 'by single sign-on',
  invitation: 'with an invitation',
};

const deviceOf = ({ device }: Session): string => device || 'Unknown device';

/** Tells one device's sessions apart. */
const nameOfSession = (session: Session): string =>
  [deviceOf(session), session.last_address].filter(Boolean).join(', ');
