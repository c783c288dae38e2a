// What a device sent, beside what became of it.

import { useMemo, useState } from 'react';
import type { DeviceEvent } from '../../../shared/contract/entities/devices.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useExistingPage } from '../../../platform/lists/useExistingPage.ts';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useRemembered } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { Table } from '../../../platform/ui/data/Table.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { TableSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import type { DeviceTabProps } from '../device/deviceTab.ts';
import { ReinterpretPart } from '../reinterpret/reinterpretPart.ts';
import { columnsFor } from './columns.tsx';
import { EventFilters } from './EventFilters.tsx';
import { eventArgs, eventParams, isFiltered } from './list.ts';
import * as s from './EventsTab.module.css';
import * as table from './EventsTable.module.css';

const FilePart = lazyPart('The dialog', async () => (await import('../file/FileDialog.tsx')).FileDialog);
const EventDialog = lazyPart('The event', async () => (await import('./EventDialog.tsx')).EventDialog);

export function EventsTab({ controllerId, setup }: DeviceTabProps) {
  const [params, change] = useListParams(eventParams);
  const { page, event: opened } = params;
  const answer = useRemembered('GET /access-controllers/{id}/device/events', eventArgs(controllerId, params));
  const list = useExistingPage(answer, page, change);
  const canCall = useCanCall();
  const mayReadAgain = canCall('POST /access-controllers/{id}/device/reinterpret');
  const mayUpload = canCall('POST /access-controllers/{id}/device/file') && setup.rules !== null;
  const [isUploading, setUploading] = useState(false);
  const [isReadingAgain, setReadingAgain] = useState(false);
  const hasNumbers = list.data?.data.some(({ number }) => number !== null) ?? false;
  const columns = useMemo(
    () => columnsFor({ hasNumbers, onOpen: (id) => change({ event: String(id), page }) }),
    [hasNumbers, change, page],
  );
  const event = list.data?.data.find(({ id }) => String(id) === opened);

  return (
    <div className={s.parts}>
      <div className={s.tools}>
        <EventFilters params={params} onChange={change} />
        {mayUpload && <Button onClick={() => setUploading(true)}>Upload File…</Button>}
        {mayReadAgain && <Button onClick={() => setReadingAgain(true)}>Read Again…</Button>}
      </div>
      <ResourceView resource={list} skeleton={<TableSkeleton label="Loading events…" rows={12} />}>
        {({ data, last_page }) =>
          data.length === 0 ? (
            <NoEvents isFiltered={isFiltered(params)} onAll={() => change({ day: '', outcome: '', code: '' })} />
          ) : (
            <div className={s.parts}>
              <Table
                dense
                className={table.events}
                caption="Events of the device"
                rows={data}
                rowKey={idOf}
                columns={columns}
                busy={list.loading}
              />
              <Pager page={page} lastPage={last_page} busy={list.loading} onPage={(next) => change({ page: next })} />
            </div>
          )
        }
      </ResourceView>
      {event && <EventDialog event={event} company={setup.company} onClose={() => change({ event: '', page })} />}
      {isUploading && <FilePart setup={setup} onClose={() => setUploading(false)} />}
      {isReadingAgain && (
        <ReinterpretPart controllerId={controllerId} day={params.day} onClose={() => setReadingAgain(false)} />
      )}
    </div>
  );
}

const idOf = ({ id }: DeviceEvent) => id;

const NoEvents = ({ isFiltered: isNarrow, onAll }: { isFiltered: boolean; onAll(): void }) =>
  isNarrow ? (
    <EmptyState
      icon="filter"
      title="No events found"
      hint="The device sent none that match the filters."
      action={<Button onClick={onAll}>Show All Events</Button>}
    />
  ) : (
    <EmptyState
      icon="attendance"
      title="No events yet"
      hint="Each event of the device will appear here as it was sent."
    />
  );
