// The columns of the inbox. On phones each row becomes two lines, see ExceptionsTable.module.css.

import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { waitsForAnswer } from '../../../shared/contract/workday.ts';
import { sheetDayAddress } from '../../../platform/lists/recordLinkTo.ts';
import { attendanceText } from '../../../shared/words/attendanceText.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { exceptionExplanation, exceptionName } from '../../../shared/words/exceptionWords.ts';
import { plural } from '../../../shared/words/plural.ts';
import { formatDay, formatTime } from '../../../shared/words/time.ts';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import type { Column } from '../../../platform/ui/data/Table.tsx';
import { AnswerWords } from './AnswerWords.tsx';
import type { Drafts } from './answers.ts';
import { personOf, type ExceptionRow } from './exceptionRow.ts';
import { RowAnswers } from './RowAnswers.tsx';
import * as s from './ExceptionsTable.module.css';

interface Shown {
  /** Not while one company is chosen. */
  hasCompany: boolean;
  /** All of them are answered. */
  mayOnlyUndo: boolean;
  mayCorrect: boolean;
  onAnswer(drafts: Drafts, rows: readonly ExceptionRow[]): void;
}

export const columnsFor = ({ hasCompany, mayOnlyUndo, mayCorrect, onAnswer }: Shown): Column<ExceptionRow>[] => [
  {
    id: 'employee',
    header: 'Employee',
    rowHeader: true,
    cut: true,
    className: s.employee,
    cell: (row) => <Person row={row} />,
  },
  { id: 'kind', header: 'Exception', cut: true, className: s.kind, cell: (row) => <Kind kind={row.kind} /> },
  { id: 'event', header: 'Event', cut: true, className: s.event, cell: (row) => <Event row={row} /> },
  ...(hasCompany ? [{ id: 'company', header: 'Company', cut: true, className: s.company, cell: companyOf }] : []),
  ...(mayCorrect
    ? [
        {
          id: 'actions',
          header: 'Actions',
          screenOnly: true,
          className: mayOnlyUndo ? s.undo : s.actions,
          cell: (row: ExceptionRow) => <RowAnswers row={row} onAnswer={onAnswer} />,
        },
      ]
    : []),
];

const companyOf = ({ company }: ExceptionRow) => company.name;

const Kind = ({ kind }: { kind: string }) => (
  <span title={exceptionExplanation(kind)}>
    <Badge tone={waitsForAnswer(kind) ? 'warning' : 'neutral'}>{exceptionName(kind)}</Badge>
  </span>
);

function Person({ row }: { row: ExceptionRow }) {
  const { employee, day } = row;
  if (!employee) return personOf(row);
  return (
    <>
      <Link href={sheetDayAddress(employee.id, day)}>{personOf(row)}</Link>
      <span className={s.muted}> · {employee.employee_id}</span>
    </>
  );
}

/** To the attendance record, among those of its day. */
function Event({ row }: { row: ExceptionRow }) {
  const { id, timestamp } = row.record;
  const day = formatDay(timestamp);
  const filters = { company_id: row.company.id, start_date: day, end_date: day, record: id };
  return (
    <>
      <Link href={addressOf(paths.attendance, filters)} data-opens>
        {attendanceText.event(row.record)} {formatTime(timestamp).slice(11, 16)}
      </Link>
      <Note row={row} />
    </>
  );
}

function Note({ row }: { row: ExceptionRow }) {
  if (row.answer) {
    return (
      <span className={s.note}>
        {' · '}
        <AnswerWords answer={row.answer} />
      </span>
    );
  }
  const hint = hintOn(row);
  return hint && <span className={s.hint}> · {hint}</span>;
}

/** What the kind does not say already. */
function hintOn({ kind, others, usual_time, sentence }: ExceptionRow): string {
  if (kind === 'unknown_person') return others.length > 0 ? `and ${plural(others.length, 'more event')}` : '';
  return usual_time ? `usually ${formatTime(usual_time).slice(11, 16)}` : sentence;
}
