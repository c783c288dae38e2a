// One line a person, with counts on top that filter. It says which controllers are silent, so that nobody is taken for
// absent because of a dead door.

import { presenceStates } from '../../../shared/contract/entities/presence.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { useExistingPage } from '../../../platform/lists/useExistingPage.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useRemembered } from '../../../platform/hooks/useResource.ts';
import { useSettled } from '../../../platform/hooks/useSettled.ts';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { TableSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { PrintNote } from '../../../platform/ui/layout/PrintNote.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { peopleArgs, presenceParams, summaryArgs } from '../list.ts';
import { stateName } from '../stateWords.ts';
import { PeopleTable } from './PeopleTable.tsx';
import { PresenceFilters, usePresenceFilters } from './PresenceFilters.tsx';
import { RollCallButtons } from './RollCallButtons.tsx';
import { RunningRollCalls } from './RunningRollCalls.tsx';
import { SilentControllers } from './SilentControllers.tsx';
import { StateCounts } from './StateCounts.tsx';
import * as s from './WhoIsIn.module.css';

/** In milliseconds. */
const typingPause = 150;

export function WhoIsIn() {
  const [params, change] = useListParams(presenceParams);
  const { page, state, q, company_id } = params;
  const settled = { ...params, q: useSettled(q, typingPause) };
  const people = useRemembered('GET /presence', peopleArgs(settled));
  const list = useExistingPage(people, page, change, q !== '');
  const summary = useRemembered('GET /presence/summary', summaryArgs(settled));
  const filters = usePresenceFilters(params, summary.data);
  const isFiltered = filters.inWords.length > 0;
  const onPaper = [
    ...presenceStates.map((each) => ({
      label: stateName(each),
      value: groupDigits(summary.data?.counts[each] ?? 0),
    })),
    ...(state ? [{ label: 'Shown', value: stateName(state) }] : []),
    ...filters.inWords,
  ];

  return (
    <>
      <ScreenHeader
        title="Who Is In"
        subtitle="Based on the last event of each person: anyone who came in without checking in is missing"
        actions={<RollCallButtons params={params} />}
      />
      <div className={s.parts}>
        <RunningRollCalls companyId={company_id} />
        {summary.data && <SilentControllers controllers={summary.data.controllers} />}
        {summary.data && (
          <StateCounts counts={summary.data.counts} chosen={state} onChange={(next) => change({ state: next })} />
        )}
        <PresenceFilters {...filters} params={params} onChange={change} />
        <ResourceView resource={list} skeleton={<TableSkeleton label="Loading people…" rows={12} />}>
          {({ data, last_page, total }) =>
            data.length === 0 ? (
              <EmptyState
                icon="employees"
                title="Nobody found"
                hint={
                  isFiltered || state
                    ? 'Try adjusting your filters to see more people'
                    : 'People will appear here once employees are added'
                }
              />
            ) : (
              <div>
                <PrintNote list={{ page, lastPage: last_page, shown: data.length, total }} filters={onPaper} />
                <PeopleTable people={data} hasCompany={company_id === ''} busy={people.loading} />
                <Pager
                  page={page}
                  lastPage={last_page}
                  busy={people.loading}
                  onPage={(next) => change({ page: next })}
                />
              </div>
            )
          }
        </ResourceView>
      </div>
    </>
  );
}
