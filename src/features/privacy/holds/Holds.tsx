// Legal holds: what must be kept, whatever the rules say and whoever asks.

import { useState } from 'react';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { ResourceView } from '../../../platform/lists/ResourceView.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { LongText } from '../../../platform/ui/data/LongText.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { ConfirmCall } from '../../../platform/ui/overlays/Confirm.tsx';
import type { LegalHold } from '../../../shared/contract/privacy.ts';
import { shortMoment } from '../../../shared/words/moment.ts';
import { kindName } from '../words.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as rows from '../rows.module.css';

export function Holds() {
  const holds = useResource('GET /legal-holds', {});
  const canCall = useCanCall();
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<LegalHold>();
  const add = canCall('POST /legal-holds') && (
    <Button kind="primary" icon={<ActionIcon name="plus" />} onClick={() => setAdding(true)}>
      Add Legal Hold
    </Button>
  );
  return (
    <Panel title="Legal holds" aside={add}>
      <ResourceView resource={holds} loading="Loading legal holds…" lines={5}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon="lock"
              title="No legal holds"
              hint="A legal hold keeps the data of a company, an employee or a user from being removed or erased, as long as a case needs it."
            />
          ) : (
            <ul aria-label="Legal holds" className={layout.list}>
              {list.map((hold) => (
                <li key={hold.id} className={rows.row}>
                  <span className={rows.about}>
                    <strong className={rows.title}>{nameOf(hold)}</strong>
                    <LongText>{hold.reason}</LongText>
                    <span className={rows.muted}>
                      {kindName(hold.kind)}, held by {hold.author} since {shortMoment(hold.created_at)}
                    </span>
                  </span>
                  {canCall('DELETE /legal-holds/{id}') && (
                    <Button size="small" aria-label={`End hold on ${nameOf(hold)}`} onClick={() => setEnding(hold)}>
                      End
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </ResourceView>
      {isAdding && <HoldPart onClose={() => setAdding(false)} />}
      {ending && (
        <ConfirmCall
          call="DELETE /legal-holds/{id}"
          args={{ id: ending.id }}
          title="End Legal Hold"
          message={`End the legal hold on ${nameOf(ending)}? The retention rules apply again from the next run of the daily job, and the data can be erased.`}
          confirmLabel="End Hold"
          tone="danger"
          onClose={() => setEnding(undefined)}
        />
      )}
    </Panel>
  );
}

const nameOf = ({ kind, name, company }: LegalHold) =>
  kind === 'employees' && company ? `${name} · ${company.name}` : name;

/** Loads when it is opened. */
export const HoldPart = lazyPart('The form', () => import('./HoldDialog.tsx'));
