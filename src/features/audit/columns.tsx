// The columns of the audit. On phones each row becomes two lines, see AuditTable.module.css.

import type { AuditLine } from '../../shared/contract/audit.ts';
import { addressInWords, fieldsInWords, sentenceOf } from '../../platform/lists/history/entryWords.ts';
import { formatTime } from '../../shared/words/time.ts';
import { OpenRow } from '../../platform/ui/data/OpenRow.tsx';
import type { Column } from '../../platform/ui/data/Table.tsx';
import * as s from './AuditTable.module.css';

export const columnsFor = (onOpen: (id: number) => void): readonly Column<AuditLine>[] => [
  {
    id: 'time',
    header: 'Time',
    className: s.time,
    cell: (line) => (
      <OpenRow
        id={line.id}
        label={`View entry ${line.id}, ${formatTime(line.at).slice(11)}: ${sentenceOf(line)}`}
        onOpen={onOpen}
      >
        {formatTime(line.at).slice(11)}
      </OpenRow>
    ),
  },
  { id: 'deed', header: 'Who did what', rowHeader: true, cut: true, className: s.deed, cell: sentenceOf },
  {
    id: 'fields',
    header: 'Fields',
    cut: true,
    className: s.fields,
    cell: ({ changed }) => fieldsInWords(changed),
  },
  { id: 'address', header: 'From', cut: true, className: s.address, cell: ({ address }) => addressInWords(address) },
  { id: 'entry', header: 'Entry', align: 'end', className: s.entry, cell: ({ id }) => id },
];
