// What happened at a door's device, and what people changed about the door.

import { listCall } from '../../../platform/hooks/searchParams.ts';
import { PagedList } from '../../../platform/lists/PagedList.tsx';
import { useList } from '../../../platform/lists/useList.ts';
import { RecordHistory } from '../../../platform/records/history/HistoryDialog.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { ListRow } from '../../../platform/ui/data/ListRow.tsx';
import { RawText } from '../../../platform/ui/data/RawText.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { SelectChip } from '../../../platform/ui/filters/SelectChip.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { type DeviceNote, calls as deviceEventsCalls } from '../../../shared/contract/deviceEvents.ts';
import { readQuery } from '../../../shared/contract/queries.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { noteName, noteOptions, noteTone } from '../../devices/words.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './DoorHistory.module.css';

export default function DoorHistory({ controllerId }: { controllerId: number }) {
  const canCall = useCanCall();
  return (
    <>
      {canCall('GET /access-controllers/{id}/device/notes') && (
        <Panel title="At the device">
          <DeviceNotes controllerId={controllerId} />
        </Panel>
      )}
      {canCall('GET /audit') && (
        <>
          <Panel title="Device and rule changes">
            <RecordHistory of={{ subject: 'device_rules', id: controllerId }} />
          </Panel>
          <Panel title="Changes to the Access Controller">
            <RecordHistory of={{ subject: 'access_controllers', id: controllerId }} />
          </Panel>
        </>
      )}
    </>
  );
}

const noteParams = { page: 1, kind: '' };

const notesOf = (controllerId: number) =>
  listCall('GET /access-controllers/{id}/device/notes', noteParams, (params) => ({
    id: controllerId,
    query: readQuery(deviceEventsCalls['GET /access-controllers/{id}/device/notes'].query, params),
  }));

/** What happened at the device besides its events, newest first. */
function DeviceNotes({ controllerId }: { controllerId: number }) {
  const { list, pages, params, change } = useList(notesOf(controllerId));
  const { kind } = params;
  const showAll = () => change({ kind: '' });

  return (
    <div className={layout.stack3}>
      <div role="search" aria-label="Filters" className={layout.wrap}>
        <SelectChip label="Kind" value={kind} options={noteOptions} onChange={(chosen) => change({ kind: chosen })} />
      </div>
      <PagedList
        {...pages}
        loading="Loading notes…"
        lines={8}
        empty={
          <EmptyState
            icon="check"
            title={kind ? 'No such notes' : 'No notes yet'}
            hint="A start, a clock that is set, a memory that is cleared: what happens at the device is noted here."
            action={kind && <Button onClick={showAll}>Show All Notes</Button>}
          />
        }
      >
        {({ data }) => (
          <ul
            aria-label="Notes"
            aria-busy={list.loading || undefined}
            className={`${layout.list} ${layout.box} ${s.notes}`}
          >
            {data.map((note) => (
              <Note key={note.id} note={note} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function Note({ note: { at, kind, sentence, raw } }: { note: DeviceNote }) {
  return (
    <ListRow
      badge={<Badge tone={noteTone(kind)}>{noteName(kind)}</Badge>}
      end={
        <time dateTime={at} className={layout.muted}>
          {formatTime(at)}
        </time>
      }
    >
      <p>{sentence}</p>
      {raw && (
        <details>
          <summary className={`${layout.hint} ${s.summary}`}>As the device sent it</summary>
          <RawText label="The line itself" text={raw} />
        </details>
      )}
    </ListRow>
  );
}
