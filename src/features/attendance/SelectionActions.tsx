// What can be done with the selected records. Loaded after the list.

import { type RefObject, useMemo, useState, useSyncExternalStore } from 'react';
import { BulkBar } from '../../platform/bulk/BulkBar.tsx';
import type { Selection } from '../../platform/bulk/selection.ts';
import { useKnownRecords } from '../../platform/bulk/useKnownRecords.ts';
import type { Page } from '../../shared/contract/decode.ts';
import type { Query } from '../../shared/contract/calls.ts';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import { lazyPart, usePreloadWhen } from '../../platform/hooks/lazyPart.tsx';
import { pageSize } from '../../platform/export/read/readPages.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import { isRetriable } from './HrDelivery.tsx';

const MarkProcessed = lazyPart('The dialog', async () => (await import('./SelectionDialogs.tsx')).MarkProcessed);
const RetryHr = lazyPart('The dialog', async () => (await import('./SelectionDialogs.tsx')).RetryHr);
const dialogs = [MarkProcessed, RetryHr];

interface SelectionActionsProps {
  selection: Selection;
  page: number;
  list: Page<AttendanceRecord>;
  /** The query of the list, without its page. */
  filters: Query<'GET /attendance'>;
  around: RefObject<HTMLElement | null>;
}

export function SelectionActions({ selection, page, list, filters, around }: SelectionActionsProps) {
  const { api } = useConnection();
  const records = useKnownRecords(selection, JSON.stringify(filters), page, list.data);
  const count = useSyncExternalStore(selection.subscribe, selection.ids).size;
  usePreloadWhen(count > 0, dialogs);
  const [isMarking, setMarking] = useState(false);
  const [retried, setRetried] = useState<readonly AttendanceRecord[]>();
  const mayRetry = useCanCall()('POST /attendance/retry-hr');
  const retriable = mayRetry && count > 0 ? records.selected(list.data).filter(isRetriable) : [];
  const source = useMemo(
    () => ({
      ask: (number: number, signal: AbortSignal) =>
        api('GET /attendance', { query: { ...filters, page: number, per_page: pageSize } }, { signal }),
      filters: JSON.stringify(filters),
      many: 'records',
    }),
    [api, filters],
  );

  return (
    <>
      <BulkBar
        selection={selection}
        known={records}
        noun="record"
        shown={list.data}
        total={list.total}
        source={source}
        around={around}
      >
        <Button kind="primary" icon={<Icon name="check" />} onClick={() => setMarking(true)}>
          Mark as Processed ({groupDigits(count)})
        </Button>
        {retriable.length > 0 && (
          <Button icon={<Icon name="refresh" />} onClick={() => setRetried(retriable)}>
            Retry HR Sync ({groupDigits(retriable.length)})
          </Button>
        )}
      </BulkBar>
      {retried && <RetryHr records={retried} onClose={() => setRetried(undefined)} />}
      {isMarking && (
        <MarkProcessed
          records={records.selected(list.data)}
          onDone={(ids) => selection.set(ids, false)}
          onClose={() => setMarking(false)}
        />
      )}
    </>
  );
}
