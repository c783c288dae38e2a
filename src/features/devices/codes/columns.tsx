// The columns of the unknown codes. On phones each row becomes two lines, see UnknownCodes.module.css.

import type { UnknownCode } from '../../../shared/contract/codes.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { formatTime } from '../../../shared/words/time.ts';
import type { Column } from '../../../platform/ui/data/Table.tsx';
import { CodeActions } from './CodeActions.tsx';
import * as s from './UnknownCodes.module.css';

export interface CodeRow extends UnknownCode {
  readonly id: number;
}

interface Shown {
  /** Not while one company is chosen. */
  hasCompany: boolean;
  mayAdd: boolean;
  /** Undefined for those who may not. */
  onAssign: ((row: CodeRow) => void) | undefined;
}

export const columnsFor = ({ hasCompany, mayAdd, onAssign }: Shown): readonly Column<CodeRow>[] => [
  { id: 'code', header: 'Code', rowHeader: true, cut: true, className: s.code, cell: ({ code }) => code },
  {
    id: 'events',
    header: 'Events',
    align: 'end',
    className: s.events,
    cell: ({ events }) => <Count events={events} />,
  },
  { id: 'first', header: 'First', className: s.time, cell: ({ first_at }) => shortTime(first_at) },
  { id: 'last', header: 'Last', className: s.last, cell: ({ last_at }) => shortTime(last_at) },
  { id: 'where', header: 'Where', cut: true, className: s.where, cell: ({ controllers }) => controllers },
  ...(hasCompany
    ? [
        {
          id: 'company',
          header: 'Company',
          cut: true,
          className: s.company,
          cell: ({ company }: CodeRow) => company.name,
        },
      ]
    : []),
  ...(onAssign || mayAdd
    ? [
        {
          id: 'actions',
          header: 'Actions',
          screenOnly: true,
          className: s.actions,
          cell: (row: CodeRow) => (
            <CodeActions row={row} mayAdd={mayAdd} onAssign={onAssign && (() => onAssign(row))} />
          ),
        },
      ]
    : []),
];

/** The word is for phones, where the header is not shown. */
const Count = ({ events }: Pick<UnknownCode, 'events'>) => (
  <>
    {groupDigits(events)}
    <span className={s.unit}> {events === 1 ? 'event' : 'events'}</span>
  </>
);

const shortTime = (timestamp: string) => formatTime(timestamp).slice(0, 16);
