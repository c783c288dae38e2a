// What may be wrong about the days of one person, with the answers to it, and the corrections that were made.

import { useCallback, useMemo, useState } from 'react';
import { createSelection } from '../../platform/bulk/selection.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';
import { PagedList } from '../../platform/lists/PagedList.tsx';
import { PeriodChip } from '../../platform/lists/PeriodChip.tsx';
import { recordParams } from '../../platform/lists/recordAddress.ts';
import { useList } from '../../platform/lists/useList.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { ResourceView } from '../../platform/lists/ResourceView.tsx';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ViewSwitch } from '../../platform/ui/data/ViewSwitch.tsx';
import { LineSkeleton, TableSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { calls as correctionsCalls } from '../../shared/contract/corrections.ts';
import { readQuery } from '../../shared/contract/queries.ts';
import { describePeriod } from '../../shared/words/describePeriod.ts';
import { lastTwoWeeks } from '../../shared/words/periods.ts';
import { CorrectionDialogPart } from '../corrections/CorrectionItem.tsx';
import { CorrectionRows } from '../corrections/CorrectionsList.tsx';
import { type Drafts, type ExceptionRow, rowOf } from '../corrections/exceptions/answers.ts';
import { ExceptionsBulk } from '../corrections/exceptions/ExceptionsBulk.tsx';
import { answerStates } from '../corrections/exceptions/ExceptionsInbox.tsx';
import { ExceptionsTable } from '../corrections/exceptions/ExceptionsTable.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';

const query = ({ id, is_answered, start_date, end_date }: Readonly<Record<'id' | keyof Filters, string>>) =>
  readQuery(correctionsCalls['GET /exceptions'].query, { employee_id: id, is_answered, start_date, end_date });

interface Filters {
  is_answered: string;
  start_date: string;
  end_date: string;
}

const personExceptions = listCall(
  'GET /exceptions',
  () => ({ ...recordParams, is_answered: '0', ...lastTwoWeeks(), page: 1 }),
  ({ page, ...filters }) => ({ query: { ...query(filters), page } }),
);

interface Answering {
  drafts: Drafts;
  rows: readonly ExceptionRow[];
}

const none: ExceptionRow[] = [];

export function PersonExceptions({ id }: { id: number }) {
  const { list, params, change, onPage } = useList(personExceptions);
  const { page, is_answered, start_date, end_date } = params;
  const mayCorrect = useCanCall()('POST /corrections');
  const [selection] = useState(createSelection<ExceptionRow>);
  const rows = useMemo(() => list.data?.data.map(rowOf) ?? none, [list.data]);
  const [answering, setAnswering] = useState<Answering>();
  const answerRows = useCallback(
    (drafts: Drafts, answered: readonly ExceptionRow[]) => setAnswering({ drafts, rows: answered }),
    [],
  );
  return (
    <>
      <div className={layout.row}>
        <ViewSwitch
          label="Answered or not"
          options={answerStates}
          value={is_answered}
          onChange={(chosen) => change({ is_answered: chosen })}
        />
        <PeriodChip
          period={{ start_date, end_date }}
          inWords={describePeriod({ start_date, end_date }) || 'All'}
          usual={lastTwoWeeks()}
          onChange={(days) => change(days)}
        />
      </div>
      <div ref={selection.around} className={layout.page}>
        <PagedList
          list={list}
          page={page}
          onPage={onPage}
          skeleton={<TableSkeleton label="Loading exceptions…" rows={6} />}
          empty={<p className={layout.muted}>No exceptions of these days.</p>}
        >
          {() => (
            <ExceptionsTable
              rows={rows}
              busy={list.loading}
              isOneCompany
              mayCorrect={mayCorrect}
              picks={selection}
              onAnswer={answerRows}
            />
          )}
        </PagedList>
        {mayCorrect && list.data && (
          <ExceptionsBulk
            selection={selection}
            page={page}
            list={{ ...list.data, data: rows }}
            filters={query(params)}
            onAnswer={answerRows}
          />
        )}
      </div>
      <Corrections id={id} />
      {answering && (
        <CorrectionDialogPart
          drafts={answering.drafts}
          onDone={() =>
            selection.set(
              answering.rows.map((row) => row.id),
              false,
            )
          }
          onClose={() => setAnswering(undefined)}
        />
      )}
    </>
  );
}

/** More than one person gets in years. */
const mostCorrections = 100;

function Corrections({ id }: { id: number }) {
  const corrections = useResource('GET /corrections', { query: { employee_id: id, per_page: mostCorrections } });
  return (
    <Panel title="Corrections">
      <ResourceView resource={corrections} skeleton={<LineSkeleton label="Loading corrections…" lines={4} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={layout.muted}>No corrections so far.</p>
          ) : (
            <CorrectionRows corrections={data} />
          )
        }
      </ResourceView>
    </Panel>
  );
}
