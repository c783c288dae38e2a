// From a record to its neighbours in the list, by buttons and by the arrow keys; after the last of a page to the first of
// the next one.

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Page } from '../../shared/contract/decode.ts';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import type { Resource } from '../../platform/hooks/useResource.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { VisuallyHidden } from '../../platform/ui/layout/VisuallyHidden.tsx';
import { recordName } from './columns.tsx';
import * as s from './RecordDialog.module.css';

interface Place {
  /** An id, or the first or last record of the page that is being loaded. */
  opened: string;
  list: Resource<Page<AttendanceRecord>>;
  page: number;
  onOpen(record: string, page: number): void;
}

interface Steps {
  /** '12 of 50'; undefined if the record is not on this page. */
  place: string | undefined;
  /** Undefined where there is none. */
  toPrevious: (() => void) | undefined;
  toNext: (() => void) | undefined;
  hasMoved: boolean;
}

export function useRecordSteps({ opened, list, page, onOpen }: Place): Steps {
  const [start] = useState(opened);
  const records = list.data?.data ?? [];
  const index = records.findIndex(({ id }) => String(id) === opened);

  const arrival = !list.loading && records.length > 0 && { first: 0, last: -1 }[opened];
  const arrive = useEffectEvent((position: number) => onOpen(String(records.at(position)?.id), page));
  useEffect(() => {
    if (typeof arrival === 'number') arrive(arrival);
  }, [arrival]);

  useEffect(() => {
    if (index >= 0) return markRow(opened);
  }, [opened, index]);

  const lastPage = list.data?.last_page ?? page;
  function step(by: 1 | -1): (() => void) | undefined {
    const neighbour = records[index + by];
    const otherPage = page + by;
    if (index < 0) return undefined;
    if (neighbour) return () => onOpen(String(neighbour.id), page);
    if (otherPage < 1 || otherPage > lastPage) return undefined;
    return () => onOpen(by > 0 ? 'first' : 'last', otherPage);
  }
  return {
    place: index < 0 ? undefined : `${index + 1} of ${records.length}`,
    toPrevious: step(-1),
    toNext: step(1),
    hasMoved: start !== opened,
  };
}

/** In the list beside the sheet. */
function markRow(record: string): (() => void) | undefined {
  const row = document.querySelector(`[data-opens][value="${record}"]`)?.closest('tr');
  row?.setAttribute('data-open-record', '');
  row?.scrollIntoView({ block: 'nearest' });
  return () => row?.removeAttribute('data-open-record');
}

export function RecordSteps({ place, toPrevious, toNext, record }: Steps & { record: AttendanceRecord | undefined }) {
  const frame = useRef<HTMLDivElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isHere = event.target instanceof Node && frame.current?.closest('dialog')?.contains(event.target);
    if (!isHere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowLeft: toPrevious, ArrowRight: toNext }[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  });
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener('keydown', press, listening);
    return () => listening.abort();
  }, []);

  return (
    <div ref={frame} className={s.steps}>
      <Button
        icon={<ActionIcon name="chevronLeft" />}
        aria-keyshortcuts="ArrowLeft"
        aria-disabled={!toPrevious}
        onClick={toPrevious}
      >
        Previous Record
      </Button>
      <span role="status" className={s.place}>
        {place}
        {record && <VisuallyHidden>: {recordName(record)}</VisuallyHidden>}
      </span>
      <Button
        icon={<ActionIcon name="chevronRight" />}
        aria-keyshortcuts="ArrowRight"
        aria-disabled={!toNext}
        onClick={toNext}
      >
        Next Record
      </Button>
    </div>
  );
}
