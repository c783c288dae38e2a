// Shows who is in now, by the last events of the controllers; or a roll call, if the address names one.

import { Link } from 'wouter';
import { doorAddress } from '../../platform/lists/recordLinkTo.ts';
import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { PresenceFilters, presenceList, presenceParams, summaryArgs, usePresenceFilters } from './PresenceFilters.tsx';
import { missing, presenceStates, type PresenceSummary } from '../../shared/contract/presence.ts';
import { ZonesNote } from '../../platform/lists/ZonesNote.tsx';
import { PagedList } from '../../platform/lists/PagedList.tsx';
import { useList } from '../../platform/lists/useList.ts';
import { useSettledParams } from '../../platform/hooks/useSettled.ts';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import { useRemembered } from '../../platform/hooks/useResource.ts';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { TableSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { stateName } from './words.ts';
import { PeopleTable } from './PeopleTable.tsx';
import { RollCallButtons, RunningRollCalls } from './RollCallButtons.tsx';
import { plural } from '../../shared/words/plural.ts';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './PresenceScreen.module.css';

const RollCall = lazyPart('The roll call', async () => (await import('./rollCall/RollCall.tsx')).RollCall);

export default function PresenceScreen() {
  const [{ roll_call }] = useListParams(presenceParams);
  if (/^[1-9]\d{0,8}$/.test(roll_call)) return <RollCall key={roll_call} id={Number(roll_call)} />;
  return <WhoIsIn />;
}

/**
 * Shows one line a person, with counts on top that filter. It names the silent controllers, so that nobody is taken
 * for absent because of a dead door.
 */
function WhoIsIn() {
  const { list, params, change, onPage } = useList(presenceList);
  const { page, state, company_id } = params;
  const summary = useRemembered('GET /presence/summary', summaryArgs(useSettledParams(params)));
  const filters = usePresenceFilters(params, summary.data);
  const isFiltered = filters.inWords.length > 0;
  const onPaper = [
    ...statesIn(summary.data?.counts).map((each) => ({
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
      <div className={layout.page}>
        <RunningRollCalls companyId={company_id} />
        {summary.data && <SilentControllers controllers={summary.data.controllers} />}
        {summary.data && (
          <StateCounts counts={summary.data.counts} chosen={state} onChange={(next) => change({ state: next })} />
        )}
        <PresenceFilters {...filters} params={params} onChange={change} />
        <ZonesNote isOneCompany={company_id !== ''} />
        <PagedList
          list={list}
          page={page}
          onPage={onPage}
          skeleton={<TableSkeleton label="Loading people…" rows={12} />}
          empty={
            <EmptyState
              icon="employees"
              title="Nobody found"
              hint={
                isFiltered || state
                  ? 'Try adjusting your filters to see more people'
                  : 'People will appear here once employees are added'
              }
            />
          }
          onPaper={onPaper}
        >
          {({ data }) => <PeopleTable people={data} hasCompany={company_id === ''} busy={list.loading} />}
        </PagedList>
      </div>
    </>
  );
}

/** Where no pattern says who is expected, nobody is missing. */
const statesIn = (counts: PresenceSummary['counts'] | undefined) =>
  counts?.missing === undefined ? presenceStates : ([...presenceStates, missing] as const);

interface StateCountsProps {
  counts: PresenceSummary['counts'];
  /** '' for all. */
  chosen: string;
  onChange(state: string): void;
}

/** Counts who is in, out and not seen. A press shows only those; another one shows all again. */
const StateCounts = ({ counts, chosen, onChange }: StateCountsProps) => (
  <div role="group" aria-label="State" className={s.counts}>
    {statesIn(counts).map((state) => (
      <button
        key={state}
        type="button"
        className={`${layout.box} ${s.count}`}
        aria-pressed={state === chosen}
        onClick={() => onChange(state === chosen ? '' : state)}
      >
        <span className={s.name}>{stateName(state)}</span>{' '}
        <span className={s.number}>{groupDigits(counts[state] ?? 0)}</span>
      </button>
    ))}
  </div>
);

/** Limit: more would hide the list. */
const mostNamed = 3;

/** Names the controllers that are silent, and why: whoever passed them may be shown wrongly. */
function SilentControllers({ controllers }: Pick<PresenceSummary, 'controllers'>) {
  const silent = controllers.filter(({ is_silent }) => is_silent);
  if (silent.length === 0) return null;
  const named = silent.slice(0, mostNamed).map(({ name }) => name);
  const others = silent.length - named.length;
  const names = [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return (
    <Banner tone="warning">
      <details>
        <summary>
          {plural(silent.length, 'controller')} {silent.length === 1 ? 'is' : 'are'} silent
          <span className={s.names}>
            : {names}. People who passed {silent.length === 1 ? 'it' : 'them'} may be shown wrongly.
          </span>
        </summary>
        <ul className={s.controllers}>
          {silent.map(({ id, name, company, sentence }) => (
            <li key={id}>
              <Link href={doorAddress(id)}>{name}</Link> ({company.name}): {sentence}
            </li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}
