// A page of exceptions, answered row by row, several at once, or by adding an employee who is not known yet.

import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { createSelection } from '../../../platform/bulk/selection.ts';
import type { Resource } from '../../../platform/hooks/useResource.ts';
import { PagedList } from '../../../platform/lists/PagedList.tsx';
import { useCompanies } from '../../../platform/lists/useCompanies.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { lazyPart, usePreloadWhen } from '../../../platform/ui/lazyPart.tsx';
import type { Answer, Query } from '../../../shared/contract/calls.ts';
import { CorrectionDialogPart } from '../CorrectionDialogPart.ts';
import { type Drafts, type ExceptionRow, rowOf } from './answers.ts';
import { ExceptionsTable, useNextRowFocus } from './ExceptionsTable.tsx';
import * as selecting from '../../../platform/bulk/around.module.css';

interface AnswerableExceptionsProps {
  /** As useList returns them. */
  pages: { list: Resource<Answer<'GET /exceptions'>>; page: number; onPage(page: number): void };
  /** The list's filters, for an answer to all of its pages. */
  filters: Query<'GET /exceptions'>;
  isOneCompany: boolean;
  empty: ReactNode;
  onPaper?(rows: readonly ExceptionRow[]): readonly { label: string; value: string }[];
}

interface Answering {
  drafts: Drafts;
  rows: readonly ExceptionRow[];
}

const ExceptionsBulk = lazyPart('Answering several', () => import('./ExceptionsBulk.tsx'));
const laterParts = [CorrectionDialogPart];
const none: ExceptionRow[] = [];

export function AnswerableExceptions(props: AnswerableExceptionsProps) {
  const { pages, filters, isOneCompany, empty, onPaper } = props;
  const { list, page } = pages;
  const mayCorrect = useCanCall()('POST /corrections');
  const [selection] = useState(createSelection<ExceptionRow>);
  const rows = useMemo(() => list.data?.data.map(rowOf) ?? none, [list.data]);
  const moveOn = useNextRowFocus(rows);
  const [answering, setAnswering] = useState<Answering>();
  const answerRows = useCallback(
    (drafts: Drafts, answered: readonly ExceptionRow[]) => setAnswering({ drafts, rows: answered }),
    [],
  );
  const [adding, setAdding] = useState<ExceptionRow>();
  usePreloadWhen(mayCorrect && list.data !== undefined, laterParts);

  return (
    <>
      <div ref={selection.around} className={selecting.around}>
        <PagedList {...pages} loading="Loading exceptions…" rows={12} empty={empty} onPaper={onPaper?.(rows)}>
          {() => (
            <ExceptionsTable
              rows={rows}
              busy={list.loading}
              isOneCompany={isOneCompany}
              mayCorrect={mayCorrect}
              picks={selection}
              onAnswer={answerRows}
              onAdd={setAdding}
            />
          )}
        </PagedList>
        {mayCorrect && list.data && (
          <ExceptionsBulk
            selection={selection}
            page={page}
            list={{ ...list.data, data: rows }}
            filters={filters}
            onAnswer={answerRows}
          />
        )}
      </div>
      {answering && (
        <CorrectionDialogPart
          drafts={answering.drafts}
          onDone={() => {
            moveOn(answering.rows);
            selection.set(
              answering.rows.map(({ id }) => id),
              false,
            );
          }}
          onClose={() => setAnswering(undefined)}
        />
      )}
      {adding && <AddEmployee row={adding} onSaved={() => moveOn([adding])} onClose={() => setAdding(undefined)} />}
    </>
  );
}

const EmployeeForm = lazyPart('The form', () => import('../../employees/EmployeeDialog.tsx'));

/** Adds the unknown person of a row, to whom its events then belong. */
function AddEmployee({ row, onSaved, onClose }: { row: ExceptionRow; onSaved(): void; onClose(): void }) {
  return (
    <EmployeeForm
      companyId={String(row.company.id)}
      employeeNumber={row.employee_code}
      companies={useCompanies()}
      close={onClose}
      saved={() => {
        onSaved();
        onClose();
      }}
    />
  );
}
