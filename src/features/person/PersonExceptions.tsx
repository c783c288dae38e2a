// What may be wrong about the days of one person, with the answers to it, and the corrections that were made.

import { listCall } from '../../platform/hooks/searchParams.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { PeriodChip } from '../../platform/lists/PeriodChip.tsx';
import { ResourceView } from '../../platform/lists/ResourceView.tsx';
import { recordParams } from '../../platform/lists/recordAddress.ts';
import { useList } from '../../platform/lists/useList.ts';
import { ViewSwitch } from '../../platform/ui/data/ViewSwitch.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { calls as correctionsCalls } from '../../shared/contract/corrections.ts';
import { readQuery } from '../../shared/contract/queries.ts';
import { lastTwoWeeks } from '../../shared/words/periods.ts';
import { CorrectionRows } from '../corrections/CorrectionsList.tsx';
import { AnswerableExceptions } from '../corrections/exceptions/AnswerableExceptions.tsx';
import { answerStates } from '../corrections/exceptions/ExceptionsInbox.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';

type Filters = Readonly<Record<'id' | 'is_answered' | 'start_date' | 'end_date', string>>;

const query = ({ id, is_answered, start_date, end_date }: Filters) =>
  readQuery(correctionsCalls['GET /exceptions'].query, { employee_id: id, is_answered, start_date, end_date });

const personExceptions = listCall(
  'GET /exceptions',
  () => ({ ...recordParams, is_answered: '0', ...lastTwoWeeks(), page: 1 }),
  ({ page, ...filters }) => ({ query: { ...query(filters), page } }),
);

export default function PersonExceptions({ id }: { id: number }) {
  const { pages, params, change } = useList(personExceptions);
  const { is_answered, start_date, end_date } = params;
  return (
    <>
      <div className={layout.row}>
        <ViewSwitch
          label="Answered or not"
          options={answerStates}
          value={is_answered}
          onChange={(chosen) => change({ is_answered: chosen })}
        />
        <PeriodChip period={{ start_date, end_date }} usual={lastTwoWeeks()} onChange={change} />
      </div>
      <AnswerableExceptions
        pages={pages}
        filters={query(params)}
        isOneCompany
        empty={<p className={layout.muted}>No exceptions of these days.</p>}
      />
      <Corrections id={id} />
    </>
  );
}

/** More than one person gets in years. */
const mostCorrections = 100;

function Corrections({ id }: { id: number }) {
  const corrections = useResource('GET /corrections', { query: { employee_id: id, per_page: mostCorrections } });
  return (
    <Panel title="Corrections">
      <ResourceView resource={corrections} loading="Loading corrections…" lines={4}>
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
