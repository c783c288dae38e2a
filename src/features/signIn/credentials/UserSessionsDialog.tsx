// Where another user is signed in, for administrators who may end that.

import { useState } from 'react';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Confirm } from '../../../platform/ui/overlays/Confirm.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { SessionList } from './SessionList.tsx';

interface User {
  id: number;
  name: string;
}

export function UserSessionsDialog({ user, onClose }: { user: User; onClose(): void }) {
  const sessions = useResource('GET /users/{id}/sessions', { id: user.id });
  const [ending, setEnding] = useState<number>();
  const end = useAction('DELETE /user-sessions/{id}');
  const [isAsking, setAsking] = useState(false);
  const canEndAll = sessions.data?.some(({ is_current }) => !is_current) ?? false;
  return (
    <Dialog
      title={`Sessions of ${user.name}`}
      onClose={onClose}
      footer={
        <>
          {canEndAll && <Button onClick={() => setAsking(true)}>End All</Button>}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {end.error && <Banner tone="bad">{end.error}</Banner>}
      <ResourceView resource={sessions} skeleton={<LineSkeleton label="Loading sessions…" lines={3} />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title="Not signed in" hint="A session appears here when this user signs in." />
          ) : (
            <SessionList
              label="Sessions"
              sessions={list}
              ending={end.busy ? ending : undefined}
              onEnd={({ id }) => {
                setEnding(id);
                void end.run({ id });
              }}
            />
          )
        }
      </ResourceView>
      {isAsking && <EndAll user={user} onClose={() => setAsking(false)} />}
    </Dialog>
  );
}

function EndAll({ user, onClose }: { user: User; onClose(): void }) {
  const end = useAction('DELETE /users/{id}/sessions', { after: onClose });
  return (
    <Confirm
      title="End All Sessions"
      message={`End all sessions of ${user.name}? Whoever uses them must sign in again.`}
      confirmLabel="End All"
      tone="danger"
      busy={end.busy}
      error={end.error}
      onConfirm={() => void end.run({ id: user.id })}
      onClose={onClose}
    />
  );
}
