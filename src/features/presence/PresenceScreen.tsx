// Shows who is in now, by the last events of the controllers; or a roll call, if the address names one.

import { useMemo } from 'react';
import { Link } from 'wouter';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { useRemembered } from '../../platform/hooks/useResource.ts';
import { useSettledParams } from '../../platform/hooks/useSettled.ts';
import { PagedList } from '../../platform/lists/PagedList.tsx';
import { NobodyFound } from '../../platform/lists/PeopleSearch.tsx';
import { useList } from '../../platform/lists/useList.ts';
import { ZonesNote } from '../../platform/lists/ZonesNote.tsx';
import { doorAddress, personAddress } from '../../platform/records/recordLinkTo.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { DottedLine } from '../../platform/ui/data/DottedLine.tsx';
import { type Column, Table } from '../../platform/ui/data/Table.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { FailedReads } from '../../platform/ui/feedback/FailedReads.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { lazyPart, usePreloadWhen } from '../../platform/ui/lazyPart.tsx';
import { DialogButton } from '../../platform/ui/overlays/DialogButton.tsx';
import type { Answer } from '../../shared/contract/calls.ts';
import { missing, type PresenceSummary, type PresentPerson, presenceStates } from '../../shared/contract/presence.ts';
import { moment } from '../../shared/words/moment.ts';
import { groupDigits, plural } from '../../shared/words/plural.ts';
import {
  PresenceFilters,
  type PresenceParams,
  presenceList,
  presenceParams,
  summaryArgs,
  usePresenceFilters,
} from './PresenceFilters.tsx';
import { rollCallAddress, rollCallCount, rollCallName, stateName, stateSince, stateTone } from './words.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './PresenceScreen.module.css';

const RollCall = lazyPart('The roll call', () => import('./rollCall/RollCall.tsx'));

export default function PresenceScreen() {
  const [{ roll_call }] = useListParams(presenceParams);
  if (/^[1-9]\d{0,8}$/.test(roll_call)) return <RollCall key={roll_call} id={Number(roll_call)} />;
  return <WhoIsIn />;
}

/**
 * Shows one line per person, below counts that filter them. It names the silent controllers, so that nobody is thought
 * absent because of a dead door.
 */
function WhoIsIn() {
  const { list, pages, params, change } = useList(presenceList);
  const { state, company_id } = params;
  const summary = useRemembered('GET /presence/summary', summaryArgs(useSettledParams(params)));
  const rollCalls = useRemembered('GET /roll-calls', { query: company_id ? { company_id: Number(company_id) } : {} });
  const filters = usePresenceFilters(params, summary.data);
  const counts = summary.data?.counts;
  const onPaper = [
    ...(counts
      ? statesIn(counts).map((each) => ({ label: stateName(each), value: groupDigits(counts[each] ?? 0) }))
      : []),
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
        <FailedReads whole="all of it" reads={[summary, rollCalls]} />
        <RunningRollCalls rollCalls={rollCalls.data} />
        {summary.data && <SilentControllers controllers={summary.data.controllers} />}
        <StateCounts counts={counts} chosen={state} onChange={(next) => change({ state: next })} />
        <PresenceFilters {...filters} params={params} onChange={change} />
        <ZonesNote isOneCompany={company_id !== ''} />
        <PagedList
          {...pages}
          loading="Loading people…"
          rows={12}
          empty={<NobodyFound isFiltered={state !== '' || filters.inWords.length > 0} />}
          onPaper={onPaper}
        >
          {({ data }) => <PeopleTable people={data} hasCompany={company_id === ''} busy={list.loading} />}
        </PagedList>
      </div>
    </>
  );
}

/** Nobody is missing if no pattern says who is expected. */
const statesIn = (counts: PresenceSummary['counts'] | undefined) =>
  counts?.missing === undefined ? presenceStates : ([...presenceStates, missing] as const);

interface StateCountsProps {
  /** Undefined while they load, or if that failed. */
  counts: PresenceSummary['counts'] | undefined;
  /** '' for all. */
  chosen: string;
  onChange(state: string): void;
}

/** Counts who is in, out and not seen. Pressing a count shows only those people; pressing it again shows all. */
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
        <span className={s.number}>{counts ? groupDigits(counts[state] ?? 0) : '…'}</span>
      </button>
    ))}
  </div>
);

/** Bounds the banner: more names would hide the list. */
const mostNamed = 3;

/** Names the silent controllers, each with what is wrong: people who passed them may be shown wrongly. */
function SilentControllers({ controllers }: Pick<PresenceSummary, 'controllers'>) {
  const mayOpen = useCanCall()('GET /access-controllers/{id}');
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
              {mayOpen ? <Link href={doorAddress(id)}>{name}</Link> : name} ({company.name}): {sentence}
            </li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}

// The table of Who Is In, one line per person.

interface PeopleTableProps {
  people: readonly PresentPerson[];
  /** False while one company is chosen. */
  hasCompany: boolean;
  busy: boolean;
}

function PeopleTable({ people, hasCompany, busy }: PeopleTableProps) {
  const columns = useMemo(() => allColumns.filter(({ id }) => hasCompany || id !== 'company'), [hasCompany]);
  return (
    <Table
      dense
      caption="Who is in"
      rows={people}
      rowKey={({ employee }) => employee.id}
      columns={columns}
      busy={busy}
    />
  );
}

/** 'Main gate · Quay 1' */
const placeOf = ({ controller, site }: PresentPerson) => (
  <DottedLine parts={[controller, site !== controller && site]} />
);

const allColumns: readonly Column<PresentPerson>[] = [
  {
    id: 'employee',
    header: 'Employee',
    rowHeader: true,
    className: s.employee,
    cell: (person) => <PersonLink person={person} />,
  },
  {
    id: 'state',
    header: 'State',
    className: s.state,
    phone: 'end',
    cell: (person) => <Badge tone={stateTone(person)}>{stateSince(person)}</Badge>,
  },
  { id: 'where', header: 'Where', phone: 'last', cell: placeOf },
  {
    id: 'department',
    header: 'Department',
    className: s.department,
    phone: 'hidden',
    cell: ({ employee }) => employee.department,
  },
  { id: 'company', header: 'Company', className: s.company, phone: 'hidden', cell: ({ company }) => company.name },
];

/** Links the name to the person's page. */
function PersonLink({ person: { employee } }: { person: PresentPerson }) {
  const canCall = useCanCall();
  const hasPage = canCall('GET /employees/{id}') || canCall('GET /timesheets') || canCall('GET /attendance');
  return (
    <DottedLine
      parts={[
        hasPage ? (
          <Link key="person" href={personAddress(employee.id)} data-opens>
            {employee.name}
          </Link>
        ) : (
          employee.name
        ),
        employee.employee_id,
      ]}
    />
  );
}

// Starts a roll call of the people in the list, and leads to running and earlier ones.

const StartRollCall = lazyPart('The form', () => import('./rollCall/StartRollCall.tsx'));
const EarlierRollCalls = lazyPart('The list', () => import('./rollCall/EarlierRollCalls.tsx'));
const laterParts = [StartRollCall];

function RollCallButtons({ params }: { params: PresenceParams }) {
  const mayStart = useCanCall()('POST /roll-calls');
  usePreloadWhen(mayStart, laterParts);
  return (
    <>
      <DialogButton kind="quiet" label="Earlier Roll Calls">
        {(close) => <EarlierRollCalls companyId={params.company_id} onClose={close} />}
      </DialogButton>
      {mayStart && (
        <DialogButton kind="primary" label="Start Roll Call">
          {(close) => <StartRollCall {...params} onClose={close} />}
        </DialogButton>
      )}
    </>
  );
}

/** Shows the running roll calls, to open and tick along. */
function RunningRollCalls({ rollCalls }: { rollCalls: Answer<'GET /roll-calls'> | undefined }) {
  const running = rollCalls?.data.filter(({ ended_at }) => ended_at === '') ?? [];
  if (running.length === 0) return null;
  return (
    <Banner tone="warning">
      {running.map((rollCall) => (
        <p key={rollCall.id}>
          <Link href={rollCallAddress(rollCall.id)}>Roll call of {rollCallName(rollCall)}</Link>, started{' '}
          {moment(rollCall.started_at)}: {rollCallCount(rollCall)}
        </p>
      ))}
    </Banner>
  );
}
