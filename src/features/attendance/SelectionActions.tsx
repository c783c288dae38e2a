// Buttons for the selected records. Loaded after the list.

import { useState } from 'react';
import { BulkBar } from '../../platform/bulk/BulkBar.tsx';
import type { Selection } from '../../platform/bulk/selection.ts';
import { useSelected } from '../../platform/bulk/useSelected.ts';
import { pageSize } from '../../platform/export/read/readPages.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { lazyPart, usePreloadWhen } from '../../platform/ui/lazyPart.tsx';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import type { Query } from '../../shared/contract/calls.ts';
import type { Page } from '../../shared/contract/decode.ts';
import { groupDigits } from '../../shared/words/plural.ts';
import { isRetriable } from './HrDelivery.tsx';

const MarkProcessed = lazyPart('The dialog', async () => (await import('./SelectionDialogs.tsx')).MarkProcessed);
const RetryHr = lazyPart('The dialog', async () => (await import('./SelectionDialogs.tsx')).RetryHr);
const dialogs = [MarkProcessed, RetryHr];

interface SelectionActionsProps {
  selection: Selection<AttendanceRecord>;
  page: number;
  list: Page<AttendanceRecord>;
  /** The query of the list, without its page. */
  filters: Query<'GET /attendance'>;
}

export default function SelectionActions({ filters, ...props }: SelectionActionsProps) {
  const { api } = useConnection();
  const shown = { ...props, filters: JSON.stringify(filters) };
  const selected = useSelected(shown);
  usePreloadWhen(selected.length > 0, dialogs);
  const [isMarking, setMarking] = useState(false);
  const [retried, setRetried] = useState<readonly AttendanceRecord[]>();
  const canCall = useCanCall();
  const retriable = canCall('POST /attendance/retry-hr') ? selected.filter(isRetriable) : [];

  return (
    <>
      <BulkBar
        {...shown}
        kind={{ one: 'record', many: 'records' }}
        ask={(page, signal) => api('GET /attendance', { query: { ...filters, page, per_page: pageSize } }, { signal })}
      >
        {canCall('POST /attendance/mark-processed') && (
          <Button kind="primary" icon={<Icon name="check" />} onClick={() => setMarking(true)}>
            Mark as Processed ({groupDigits(selected.length)})
          </Button>
        )}
        {retriable.length > 0 && (
          <Button icon={<Icon name="refresh" />} onClick={() => setRetried(retriable)}>
            Retry HR Sync ({groupDigits(retriable.length)})
          </Button>
        )}
      </BulkBar>
      {retried && <RetryHr records={retried} onClose={() => setRetried(undefined)} />}
      {isMarking && (
        <MarkProcessed
          records={selected}
          onDone={(ids) => props.selection.set(ids, false)}
          onClose={() => setMarking(false)}
        />
      )}
    </>
  );
}
