// The inbox of exceptions: what may be wrong about working days, and the answers to it.

import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { createSelection } from '../../../platform/bulk/selection.ts';
import { laterQueries } from '../../../shared/contract/queries/later.ts';
import { readQuery } from '../../../shared/contract/readQuery.ts';
import { CorrectionDialogPart } from '../correctionDialogPart.ts';
import type { Drafts } from './answers.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useExistingPage } from '../../../platform/lists/useExistingPage.ts';
import { useList } from '../../../platform/lists/useList.ts';
import { usePreloadWhen } from '../../../platform/hooks/lazyPart.tsx';
import { useRemembered } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { TableSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { PrintNote } from '../../../platform/ui/layout/PrintNote.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { CodesLink } from './CodesLink.tsx';
import { ExceptionFilters } from './ExceptionFilters.tsx';
import { ExceptionsBulk } from './ExceptionsBulk.tsx';
import { ExceptionsTable } from './ExceptionsTable.tsx';
import { rowOf, type ExceptionRow } from './exceptionRow.ts';
import { filtersInWords } from './filterWords.ts';
import { KindChips } from './KindChips.tsx';
import { exceptionsList, type Filters } from './list.ts';
import { NoExceptions } from './NoExceptions.tsx';
import { useNextRow } from './useNextRow.ts';
import * as s from './ExceptionsScreen.module.css';

interface Answering {
  drafts: Drafts;
  rows: readonly ExceptionRow[];
}

const laterParts = [CorrectionDialogPart];
const none: ExceptionRow[] = [];

/** `tabs` stand beside the title. */
export function ExceptionsInbox({ tabs }: { tabs: ReactNode }) {
  const { list: answer, params, change } = useList(exceptionsList);
  const { page, ...filters } = params;
  const list = useExistingPage(answer, page, change);
  const { kind: _, ...ofAllKinds } = filters;
  const counts = useRemembered('GET /exceptions/counts', {
    query: readQuery(laterQueries['GET /exceptions/counts'], ofAllKinds),
  });
  const mayCorrect = useCanCall()('POST /corrections');
  const [selection] = useState(createSelection);
  const around = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => list.data?.data.map(rowOf) ?? none, [list.data]);
  const moveOn = useNextRow(rows);
  const [answering, setAnswering] = useState<Answering>();
  const answerRows = useCallback(
    (drafts: Answering['drafts'], answered: readonly ExceptionRow[]) => setAnswering({ drafts, rows: answered }),
    [],
  );
  usePreloadWhen(mayCorrect && list.data !== undefined, laterParts);
  const changeFilters = (wanted: Partial<Filters>) => change(wanted);

  return (
    <>
      <ScreenHeader title="Exceptions" count={answer.data?.total} actions={tabs} />
      <div className={s.parts}>
        <ExceptionFilters
          filters={filters}
          person={rows[0]?.employee?.name ?? filters.employee_id}
          onChange={changeFilters}
        />
        {counts.data?.some(({ total }) => total > 0) && (
          <KindChips counts={counts.data} chosen={filters.kind} onChange={(kind) => changeFilters({ kind })} />
        )}
        {filters.kind === 'unknown_person' && <CodesLink companyId={filters.company_id} />}
        <div ref={around} className={s.rows}>
          <ResourceView resource={list} skeleton={<TableSkeleton label="Loading exceptions…" rows={12} />}>
            {(data) =>
              rows.length === 0 ? (
                <NoExceptions filters={filters} onAllKinds={() => changeFilters({ kind: '' })} />
              ) : (
                <>
                  <ExceptionsTable
                    rows={rows}
                    busy={list.loading}
                    isOneCompany={filters.company_id !== ''}
                    mayCorrect={mayCorrect}
                    picks={selection}
                    onAnswer={answerRows}
                  />
                  <PrintNote
                    list={{ page, lastPage: data.last_page, shown: rows.length, total: data.total }}
                    filters={filtersInWords(filters, rows)}
                  />
                  <Pager
                    page={page}
                    lastPage={data.last_page}
                    busy={list.loading}
                    onPage={(next) => change({ page: next })}
                  />
                  {mayCorrect && (
                    <ExceptionsBulk
                      selection={selection}
                      page={page}
                      list={{ ...data, data: rows }}
                      filters={readQuery(laterQueries['GET /exceptions'], filters)}
                      around={around}
                      onAnswer={answerRows}
                    />
                  )}
                </>
              )
            }
          </ResourceView>
        </div>
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
    </>
  );
}
