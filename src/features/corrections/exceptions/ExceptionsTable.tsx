import { useLayoutEffect, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { sheetDayAddress } from '../../../platform/records/recordLinkTo.ts';
import { useCanCall, useHasFeature } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { DottedLine } from '../../../platform/ui/data/DottedLine.tsx';
import { type Column, idOf, type Picks, Table } from '../../../platform/ui/data/Table.tsx';
import { Menu } from '../../../platform/ui/overlays/Menu.tsx';
import type { ListedException } from '../../../shared/contract/corrections.ts';
import { waitsForAnswer } from '../../../shared/contract/workday.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { attendanceText } from '../../../shared/words/attendanceText.ts';
import { correctionKindName } from '../../../shared/words/correctionText.ts';
import { exceptionExplanation, exceptionName } from '../../../shared/words/exceptionWords.ts';
import { moment } from '../../../shared/words/moment.ts';
import { plural } from '../../../shared/words/plural.ts';
import { clockTime, dayTitle, formatDay } from '../../../shared/words/time.ts';
import { ClosedMark, useClosedMonths } from '../months/ClosedMark.tsx';
import {
  type AnswerName,
  answerLabels,
  answersTo,
  type Drafts,
  type ExceptionRow,
  personOf,
  rowName,
  shortLabels,
} from './answers.ts';
import * as s from './ExceptionsTable.module.css';

interface ExceptionsTableProps {
  rows: readonly ExceptionRow[];
  busy: boolean;
  /** Whether a company is chosen. */
  isOneCompany: boolean;
  mayCorrect: boolean;
  picks: Picks;
  onAnswer(drafts: Drafts, rows: readonly ExceptionRow[]): void;
  /** Adds the unknown person of the row. */
  onAdd(row: ExceptionRow): void;
}

export function ExceptionsTable({
  rows,
  busy,
  isOneCompany,
  mayCorrect,
  picks,
  onAnswer,
  onAdd,
}: ExceptionsTableProps) {
  const mayOnlyUndo = rows.every(({ answer }) => answer);
  const { isClosed, failed } = useClosedMonths();
  const columns = useMemo(
    () => columnsFor({ hasCompany: !isOneCompany, mayOnlyUndo, mayCorrect, isClosed, onAnswer, onAdd }),
    [isOneCompany, mayOnlyUndo, mayCorrect, isClosed, onAnswer, onAdd],
  );
  return (
    <>
      {failed}
      <Table
        dense
        caption="Exceptions"
        rows={rows}
        rowKey={idOf}
        rowId={rowElementId}
        columns={columns}
        groupOf={dayOf}
        busy={busy}
        selection={
          mayCorrect
            ? { picks, allLabel: `Select all ${rows.length} exceptions on this page`, label: selectLabel }
            : undefined
        }
      />
    </>
  );
}

const dayOf = ({ day }: ExceptionRow) => dayTitle(day);
const selectLabel = (row: ExceptionRow) => `Select ${rowName(row)}`;

interface Shown extends Pick<ExceptionsTableProps, 'mayCorrect' | 'onAnswer' | 'onAdd'> {
  /** False while one company is chosen. */
  hasCompany: boolean;
  /** Whether all exceptions are answered. */
  mayOnlyUndo: boolean;
  isClosed(companyId: number, day: string): boolean;
}

const columnsFor = ({
  hasCompany,
  mayOnlyUndo,
  mayCorrect,
  isClosed,
  onAnswer,
  onAdd,
}: Shown): Column<ExceptionRow>[] => [
  {
    id: 'employee',
    header: 'Employee',
    rowHeader: true,
    className: s.employee,
    cell: (row) => <Person row={row} />,
  },
  { id: 'kind', header: 'Exception', className: s.kind, phone: 'end', cell: (row) => <Kind kind={row.kind} /> },
  { id: 'event', header: 'Event', className: s.event, phone: 'below', cell: (row) => <Event row={row} /> },
  ...(hasCompany
    ? [{ id: 'company', header: 'Company', className: s.company, phone: 'last' as const, cell: companyOf }]
    : []),
  ...(mayCorrect
    ? [
        {
          id: 'actions',
          header: 'Actions',
          align: 'end' as const,
          screenOnly: true,
          className: mayOnlyUndo ? s.undo : s.actions,
          phone: 'belowEnd' as const,
          cell: (row: ExceptionRow) =>
            isClosed(row.company.id, row.day) ? (
              <ClosedMark day={row.day} />
            ) : (
              <RowAnswers row={row} onAnswer={onAnswer} onAdd={onAdd} />
            ),
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
    <DottedLine
      parts={[
        <Link key="person" href={sheetDayAddress(employee.id, day)}>
          {personOf(row)}
        </Link>,
        employee.employee_id,
      ]}
    />
  );
}

/** Links to the attendance record, in the list of its day. */
function Event({ row }: { row: ExceptionRow }) {
  const { id, timestamp } = row.record;
  const day = formatDay(timestamp);
  const hint = hintOn(row);
  const filters = { company_id: row.company.id, start_date: day, end_date: day, record: id };
  return (
    <DottedLine
      parts={[
        <Link key="event" href={addressOf(paths.attendance, filters)} data-opens>
          {attendanceText.event(row.record)} {clockTime(timestamp)}
        </Link>,
        row.answer ? <AnswerWords key="answer" answer={row.answer} /> : hint && <span className={s.hint}>{hint}</span>,
      ]}
    />
  );
}

/** Hints at what the kind does not say already. */
function hintOn({ kind, others, usual_time, sentence }: ExceptionRow): string {
  if (kind === 'unknown_person') return others.length > 0 ? `and ${plural(others.length, 'more event')}` : '';
  return usual_time ? `usually ${clockTime(usual_time)}` : sentence;
}

/** `name` is how its shortcut finds it. */
interface AnswerControl {
  name: AnswerName;
  label: string;
  short: string;
  onSelect(): void;
}

interface RowAnswersProps extends Pick<ExceptionsTableProps, 'onAnswer' | 'onAdd'> {
  row: ExceptionRow;
}

/** Offers the answers to one exception: as buttons, or as a menu where there is no room for them. */
function RowAnswers({ row, onAnswer, onAdd }: RowAnswersProps) {
  const canCall = useCanCall();
  const canChangeDirection = useHasFeature('directions');
  const corrections = answersTo(row, canChangeDirection).map(
    ({ name, drafts }): AnswerControl => ({
      name,
      label: answerLabels[name],
      short: shortLabels[name],
      onSelect: () => onAnswer(drafts, [row]),
    }),
  );
  const label = 'Add Employee';
  const addEmployee: AnswerControl = { name: 'correct', label, short: label, onSelect: () => onAdd(row) };
  const isUnknown = row.kind === 'unknown_person' && canCall('POST /employees');
  const answers = isUnknown && corrections.length > 0 ? [addEmployee, ...corrections] : corrections;
  if (answers.length === 0) return null;
  return (
    <>
      <div className={s.buttons}>
        {answers.map(({ name, label, short, onSelect }) => (
          <Button
            key={name}
            size="small"
            data-answer={name}
            aria-label={`${label}: ${rowName(row)}`}
            onClick={onSelect}
          >
            {short}
          </Button>
        ))}
      </div>
      <div className={s.menu}>
        <Menu size="small" label="Answer" aria-label={`Answer: ${rowName(row)}`} items={answers} />
      </div>
    </>
  );
}

/** Says what was answered to an exception, by whom and why. */
function AnswerWords({ answer }: { answer: NonNullable<ListedException['answer']> }) {
  const { kind, state, reason, author, created_at } = answer;
  return (
    <>
      {state === 'waiting' && <span className={s.waiting}>Waiting for a second person · </span>}
      {correctionKindName(kind)}: {reason} · <bdi>{author}</bdi>, {moment(created_at)}
    </>
  );
}

const rowElementId = (id: number) => `exception-${id}`;

/** Returns a function that picks the next row to focus. Call it once rows are answered, before the list loads again. */
export function useNextRowFocus(rows: readonly ExceptionRow[]): (answered: readonly ExceptionRow[]) => void {
  const next = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other rows are shown.
  useLayoutEffect(() => {
    if (next.current === undefined) return;
    if (document.activeElement === document.body) document.getElementById(rowElementId(next.current))?.focus();
    next.current = undefined;
  }, [rows]);
  return (answered) => {
    const ids = new Set(answered.map(({ id }) => id));
    const first = rows.findIndex(({ id }) => ids.has(id));
    const others = [...rows.slice(first), ...rows.slice(0, first).toReversed()].filter(({ id }) => !ids.has(id));
    next.current = others[0]?.id;
  };
}
