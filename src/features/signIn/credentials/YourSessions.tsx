// Where the user is signed in.

import { useState } from 'react';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { plural } from '../../../shared/words/plural.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { Confirm } from '../../../platform/ui/overlays/Confirm.tsx';
import { SessionList } from './SessionList.tsx';
import * as s from './List.module.css';

export function YourSessions() {
  const sessions = useResource('GET /sessions', {});
  const [ending, setEnding] = useState<number>();
  const end = useAction('DELETE /sessions/{id}', { report: 'toast' });
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel title="Your Sessions">
      <ResourceView resource={sessions} skeleton={<LineSkeleton label="Loading sessions…" lines={3} />}>
        {(list) => {
          const others = list.filter(({ is_current }) => !is_current).length;
          return (
            <>
              <SessionList
                label="Your sessions"
                sessions={list}
                ending={end.busy ? ending : undefined}
                onEnd={({ id }) => {
                  setEnding(id);
                  void end.run({ id });
                }}
              />
              {others > 0 && (
                <div className={s.tools}>
                  <Button onClick={() => setAsking(true)}>End All Others</Button>
                </div>
              )}
              {isAsking && <EndOthers count={others} onClose={() => setAsking(false)} />}
            </>
          );
        }}
      </ResourceView>
    </Panel>
  );
}

function EndOthers({ count, onClose }: { count: number; onClose(): void }) {
  const end = useAction('POST /sessions/end-others', { after: onClose });
  return (
    <Confirm
      title="End All Others"
      message={`End ${count === 1 ? 'the other session' : `your ${plural(count, 'other session')}`}? Whoever uses ${count === 1 ? 'it' : 'them'} must sign in again.`}
      confirmLabel="End All Others"
      tone="danger"
      busy={end.busy}
      error={end.error}
      onConfirm={() => void end.run({})}
      onClose={onClose}
    />
  );
}
