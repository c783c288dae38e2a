// Lists what happened at a device beside its events, newest first.

import { readQuery } from '../../../shared/contract/queries.ts';
import { calls as deviceEventsCalls, type DeviceNote } from '../../../shared/contract/deviceEvents.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useExistingPage } from '../../../platform/lists/useExistingPage.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useRemembered } from '../../../platform/hooks/useResource.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { RawText } from '../../../platform/ui/data/RawText.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Chip } from '../../../platform/ui/filters/Chip.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import type { DeviceTabProps } from '../addresses.ts';
import { noteName, noteOptions, noteTone } from '../words.ts';
import * as s from './NotesTab.module.css';

const noteParams = { page: 1, kind: '' };
const options = [{ value: '', label: 'All' }, ...noteOptions];

export function NotesTab({ controllerId }: DeviceTabProps) {
  const [params, change] = useListParams(noteParams);
  const { page, kind } = params;
  const query = readQuery(deviceEventsCalls['GET /access-controllers/{id}/device/notes'].query, params);
  const answer = useRemembered('GET /access-controllers/{id}/device/notes', { id: controllerId, query });
  const list = useExistingPage(answer, page, change);
  const showAll = () => change({ kind: '' });

  return (
    <div className={s.parts}>
      <div role="search" aria-label="Filters" className={s.filters}>
        <Chip label="Kind" value={kind ? noteName(kind) : 'All'} onRemove={kind ? showAll : undefined}>
          {(close) => (
            <FilterSelect
              label="Kind"
              value={kind}
              options={options}
              onChange={(chosen) => {
                change({ kind: chosen });
                close();
              }}
            />
          )}
        </Chip>
      </div>
      <ResourceView resource={list} skeleton={<LineSkeleton label="Loading notes…" lines={8} />}>
        {({ data, last_page }) =>
          data.length === 0 ? (
            <EmptyState
              icon="check"
              title={kind ? 'No such notes' : 'No notes yet'}
              hint="A start, a clock that is set, a memory that is cleared: what happens at the device is noted here."
              action={kind && <Button onClick={showAll}>Show All Notes</Button>}
            />
          ) : (
            <div className={s.parts}>
              <ul aria-label="Notes" aria-busy={list.loading || undefined} className={s.notes}>
                {data.map((note) => (
                  <Note key={note.id} note={note} />
                ))}
              </ul>
              <Pager page={page} lastPage={last_page} busy={list.loading} onPage={(next) => change({ page: next })} />
            </div>
          )
        }
      </ResourceView>
    </div>
  );
}

function Note({ note: { at, kind, sentence, raw } }: { note: DeviceNote }) {
  return (
    <li className={s.note}>
      <time dateTime={at} className={s.time}>
        {formatTime(at)}
      </time>
      <span>
        <Badge tone={noteTone(kind)}>{noteName(kind)}</Badge>
      </span>
      <div className={s.text}>
        <p>{sentence}</p>
        {raw && (
          <details>
            <summary className={s.summary}>As the device sent it</summary>
            <RawText label="The line itself" text={raw} />
          </details>
        )}
      </div>
    </li>
  );
}
