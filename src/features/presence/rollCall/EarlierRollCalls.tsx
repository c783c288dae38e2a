// Roll calls with their reports, the newest first.

import { useState } from 'react';
import { Link } from 'wouter';
import { useRemembered } from '../../../platform/hooks/useResource.ts';
import { PagedList } from '../../../platform/lists/PagedList.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { ListRow } from '../../../platform/ui/data/ListRow.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { moment } from '../../../shared/words/moment.ts';
import { othersInWords, rollCallAddress, rollCallCount, rollCallName } from '../words.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';

interface EarlierRollCallsProps {
  /** '' for all. */
  companyId: string;
  onClose(): void;
}

export default function EarlierRollCalls({ companyId, onClose }: EarlierRollCallsProps) {
  const [page, setPage] = useState(1);
  const query = { page, ...(companyId && { company_id: Number(companyId) }) };
  const list = useRemembered('GET /roll-calls', { query });
  return (
    <Dialog
      title="Earlier Roll Calls"
      onClose={onClose}
      footer={(requestClose) => <Button onClick={requestClose}>Close</Button>}
    >
      <PagedList
        list={list}
        page={page}
        onPage={setPage}
        loading="Loading roll calls…"
        lines={6}
        empty={<EmptyState icon="employees" title="No roll calls yet" hint="Each is kept here with its report" />}
      >
        {({ data }) => (
          <ul className={layout.list}>
            {data.map((rollCall) => (
              <ListRow key={rollCall.id}>
                <Link href={rollCallAddress(rollCall.id)}>{moment(rollCall.started_at)}</Link> {rollCallName(rollCall)}
                <p className={layout.muted}>
                  {rollCallCount(rollCall)} {othersInWords(rollCall)}
                  {rollCall.ended_at === '' && ' · goes on'}
                </p>
              </ListRow>
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  );
}
