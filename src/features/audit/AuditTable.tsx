// The entries of the audit as a table, by day; those from one act are one row until it is pressed.
import { useMemo, useState } from 'react';
import { addressInWords, fieldsInWords, sentenceOfAll } from '../../platform/records/history/entryWords.ts';
import { OpenRow } from '../../platform/ui/data/OpenRow.tsx';
import { type Column, Table } from '../../platform/ui/data/Table.tsx';
import { unbroken } from '../../platform/ui/data/unbroken.tsx';
import type { AuditLine } from '../../shared/contract/audit.ts';
import { dayTitle, exactClock } from '../../shared/words/time.ts';
import * as s from './audit.module.css';

interface AuditTableProps {
  lines: readonly AuditLine[];
  busy: boolean;
  onOpen(id: number): void;
}

export function AuditTable({ lines, busy, onOpen }: AuditTableProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const acts = useMemo(() => actsOf(lines, unfolded), [lines, unfolded]);
  const columns = useMemo(
    () => columnsFor(onOpen, (id) => setUnfolded((before) => new Set([...before, id]))),
    [onOpen],
  );
  return (
    <Table
      dense
      className={s.entries}
      caption="Entries of the audit"
      rows={acts}
      rowKey={idOf}
      columns={columns}
      groupOf={dayOf}
      busy={busy}
    />
  );
}

const idOf = ([{ id }]: Act) => id;
const dayOf = ([{ at }]: Act) => dayTitle(at);

const columnsFor = (onOpen: (id: number) => void, onUnfold: (id: number) => void): readonly Column<Act>[] => [
  {
    id: 'time',
    header: 'Time',
    className: s.time,
    phone: 'below',
    cell: (act) => {
      const [{ id, at }] = act;
      return (
        <OpenRow
          id={id}
          label={`${act.length === 1 ? 'View entry' : `Show the ${act.length} entries from`} ${id}, ${exactClock(at)}: ${sentenceOfAll(act)}`}
          onOpen={act.length === 1 ? onOpen : onUnfold}
        >
          {exactClock(at)}
        </OpenRow>
      );
    },
  },
  {
    id: 'action',
    header: 'Who did what',
    rowHeader: true,
    className: s.action,
    cell: (act) => unbroken(sentenceOfAll(act)),
  },
  {
    id: 'fields',
    header: 'Fields',
    className: s.fields,
    phone: 'hidden',
    cell: ([{ changed }, ...others]) => (others.length === 0 ? fieldsInWords(changed) : ''),
  },
  {
    id: 'address',
    header: 'From',
    className: s.address,
    phone: 'belowMiddle',
    cell: ([{ address }]) => addressInWords(address),
  },
  {
    id: 'entry',
    header: 'Entry',
    align: 'end',
    className: s.entry,
    phone: 'belowEnd',
    cell: ([{ id }, ...others]) => (others.length === 0 ? id : `${others.length + 1} entries`),
  },
];

/** Entries from one act: marking 900 records takes several requests, and an import one for each person. */
type Act = readonly [AuditLine, ...AuditLine[]];

/** The longest time between two entries of one act. */
const longestPauseMs = 10_000;
/** Fewer entries may well be separate acts. */
const fewest = 3;

/**
 * Groups the entries of an act, newest first. `unfolded` has the id of the first entry of each act that is shown entry
 * by entry.
 */
function actsOf(lines: readonly AuditLine[], unfolded: ReadonlySet<number>): Act[] {
  const acts: [AuditLine, ...AuditLine[]][] = [];
  for (const line of lines) {
    const last = acts.at(-1);
    if (last && isSameAct(last.at(-1) ?? last[0], line)) last.push(line);
    else acts.push([line]);
  }
  return acts.flatMap((act): Act[] => {
    const isShort = act.length < fewest && act[0].count === undefined;
    return isShort || unfolded.has(act[0].id) ? act.map((line) => [line]) : [act];
  });
}

const isSameAct = (one: AuditLine, other: AuditLine): boolean =>
  one.action === other.action &&
  one.subject === other.subject &&
  one.user_id === other.user_id &&
  one.api_token === other.api_token &&
  one.address === other.address &&
  Date.parse(one.at) - Date.parse(other.at) <= longestPauseMs;
