// The user's own second factors, and what can be done about them.

import { useState } from 'react';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useConnection, useUser } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { ListRow } from '../../../platform/ui/data/ListRow.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { TimeAgo } from '../../../platform/ui/data/TimeAgo.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import type { SecondFactors } from '../../../shared/contract/signIn.ts';
import { dateTitle } from '../../../shared/words/dates.ts';
import { plural } from '../../../shared/words/plural.ts';
import { hasPasskeys } from '../passkeys.ts';
import { type FactorTask, FactorTaskDialog } from './FactorTaskDialog.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './factors.module.css';

export default function SecondFactorPanel() {
  const factors = useResource('GET /auth/second-factors', {});
  const [task, setTask] = useState<FactorTask>();
  const user = useUser();
  const { session } = useConnection();

  function close() {
    // A call may finish after another task has begun.
    setTask((now) => (now === task ? undefined : now));
    // A user who had to set one up may now do everything.
    if (user.second_factor_due) session.refresh().catch(() => {});
  }

  return (
    <div className={layout.stack4}>
      <ResourceView resource={factors} loading="Loading second factors…" lines={3}>
        {(known) => (
          <>
            <Overview factors={known} onTask={setTask} />
            <div className={layout.wrap}>
              <Button onClick={() => setTask({ kind: 'addApp' })}>
                {known.authenticator_app ? 'Replace Authenticator App' : 'Set Up Authenticator App'}
              </Button>
              {known.offers_passkeys && hasPasskeys() && (
                <Button onClick={() => setTask({ kind: 'addPasskey' })}>Add Passkey</Button>
              )}
            </div>
            {task && (
              <FactorTaskDialog
                task={task}
                confirmFirst={known.confirm_first}
                hasPassword={known.has_password}
                onClose={close}
              />
            )}
          </>
        )}
      </ResourceView>
    </div>
  );
}

function Overview({ factors, onTask }: { factors: SecondFactors; onTask(task: FactorTask): void }) {
  const { authenticator_app: app, passkeys, recovery_codes: left, is_required } = factors;
  if (!app && passkeys.length === 0) {
    return (
      <p>
        Your password alone signs you in. With a second factor, a password that somebody learned is not enough.
        {is_required && ' Your role asks for one.'}
      </p>
    );
  }
  return (
    <ul className={layout.list}>
      {app && (
        <FactorRow
          name="Authenticator app"
          added={app.created_at}
          used={app.last_used_at}
          onRemove={() => onTask({ kind: 'removeApp' })}
        />
      )}
      {passkeys.map((passkey) => (
        <FactorRow
          key={passkey.id}
          name={passkey.name}
          kind="Passkey"
          added={passkey.created_at}
          used={passkey.last_used_at}
          onRename={() => onTask({ kind: 'renamePasskey', passkey })}
          onRemove={() => onTask({ kind: 'removePasskey', passkey })}
        />
      ))}
      <ListRow
        title="Recovery codes"
        end={
          <Button size="small" onClick={() => onTask({ kind: 'newCodes' })}>
            New Codes
          </Button>
        }
      >
        <p className={left < 3 ? s.few : layout.muted}>{left === 0 ? 'None left' : `${plural(left, 'code')} left`}</p>
      </ListRow>
    </ul>
  );
}

interface FactorRowProps {
  name: string;
  kind?: string;
  added: string;
  /** Empty if it was never used. */
  used: string;
  onRename?(): void;
  onRemove(): void;
}

function FactorRow({ name, kind, added, used, onRename, onRemove }: FactorRowProps) {
  return (
    <ListRow
      title={name}
      end={
        <>
          {onRename && (
            <Button size="small" aria-label={`Rename ${name}`} onClick={onRename}>
              Rename
            </Button>
          )}
          <Button size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      <p className={layout.muted}>
        {kind && `${kind}, `}added {dateTitle(added)}, {used ? 'used ' : 'not used yet'}
        {used && <TimeAgo at={used} />}
      </p>
    </ListRow>
  );
}

/** Replaces every screen for users whose role asks for a second factor and who have none yet. */
export function SecondFactorDue() {
  return (
    <div className={s.due}>
      <ScreenHeader title="Set up a second factor" subtitle="Your role asks for one before you go on" />
      <Panel title="Second factor">
        <SecondFactorPanel />
      </Panel>
    </div>
  );
}
