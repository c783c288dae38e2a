// Shows the inbox of exceptions, which are what may be wrong about working days, or the corrections that answered them,
// as the address says. Users who only approve get the corrections.

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { listCall } from '../../../platform/hooks/searchParams.ts';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { type Resource, useRemembered } from '../../../platform/hooks/useResource.ts';
import { CompanyChip } from '../../../platform/lists/CompanyChip.tsx';
import { FilterRow } from '../../../platform/lists/FilterRow.tsx';
import { PeriodChip } from '../../../platform/lists/PeriodChip.tsx';
import { useList } from '../../../platform/lists/useList.ts';
import { ZonesNote } from '../../../platform/lists/ZonesNote.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { LinkTabs } from '../../../platform/ui/data/LinkTabs.tsx';
import { ViewSwitch } from '../../../platform/ui/data/ViewSwitch.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { FailedReads } from '../../../platform/ui/feedback/FailedReads.tsx';
import { Chip } from '../../../platform/ui/filters/Chip.tsx';
import { ScreenHeader } from '../../../platform/ui/layout/ScreenHeader.tsx';
import { lazyPart } from '../../../platform/ui/lazyPart.tsx';
import { labelOf } from '../../../platform/ui/option.ts';
import type { Answer } from '../../../shared/contract/calls.ts';
import { calls as correctionsCalls } from '../../../shared/contract/corrections.ts';
import { readQuery } from '../../../shared/contract/queries.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { dateTitle } from '../../../shared/words/dates.ts';
import { exceptionExplanation, exceptionName } from '../../../shared/words/exceptionWords.ts';
import { describePeriod, lastTwoWeeks } from '../../../shared/words/periods.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { forMeAddress } from '../addresses.ts';
import { AnswerableExceptions } from './AnswerableExceptions.tsx';
import { answerStates, type ExceptionRow } from './answers.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';

const CorrectionsList = lazyPart('The list of corrections', () => import('../CorrectionsList.tsx'));

const tabParams = { tab: '', for_me: '' };

export default function ExceptionsScreen() {
  const [{ tab: chosen, for_me }] = useListParams(tabParams);
  const seesExceptions = useCanCall()('GET /exceptions');
  const tab = seesExceptions ? chosen : 'corrections';
  const mayDecide = useCanCall()('POST /corrections/decide');
  // Remembered, so that the tabs do not jump when the screen opens again.
  const waiting = useRemembered('GET /corrections', mayDecide ? { query: { for_me: true, per_page: 1 } } : null);
  const current = tab && for_me ? 'for_me' : tab;
  const total = waiting.data?.total ?? 0;
  const tabs = (
    <LinkTabs
      label="Exceptions and corrections"
      tabs={[
        ...(seesExceptions ? [{ name: '', label: 'Exceptions', href: paths.exceptions }] : []),
        { name: 'corrections', label: 'Corrections', href: corrections },
        ...(total > 0 || current === 'for_me'
          ? [{ name: 'for_me', label: `For Me (${groupDigits(total)})`, href: forMeAddress }]
          : []),
      ]}
      current={current}
    />
  );
  if (tab !== 'corrections') return <ExceptionsInbox tabs={tabs} reads={[waiting]} />;
  return (
    <>
      <ScreenHeader title="Corrections" actions={tabs} />
      <div className={layout.page}>
        <FailedReads whole="all counts" reads={[waiting]} />
        <CorrectionsList key={for_me} />
      </div>
    </>
  );
}

const corrections = addressOf(paths.exceptions, { tab: 'corrections' });

/** The filters as in the address and in the controls; '' means any. */
type Filters = ReturnType<typeof defaultFilters>;

/** Defaults to what waits for an answer. */
const defaultFilters = () => ({
  company_id: '',
  employee_id: '',
  kind: '',
  is_answered: '0',
  ...lastTwoWeeks(),
});

const exceptionsList = listCall(
  'GET /exceptions',
  () => ({ ...defaultFilters(), page: 1 }),
  (params) => ({ query: readQuery(correctionsCalls['GET /exceptions'].query, { ...params }) }),
);

interface ExceptionsInboxProps {
  /** Appear beside the title. */
  tabs: ReactNode;
  /** Where the counts in the tabs come from. */
  reads: readonly Resource<unknown>[];
}

function ExceptionsInbox({ tabs, reads }: ExceptionsInboxProps) {
  const { list, pages, params, change } = useList(exceptionsList);
  const mayReadCodes = useCanCall()('GET /unknown-codes');
  const { page: _, ...filters } = params;
  const { kind: chosenKind, ...ofAllKinds } = filters;
  const { company_id, employee_id } = filters;
  const counts = useRemembered('GET /exceptions/counts', {
    query: readQuery(correctionsCalls['GET /exceptions/counts'].query, ofAllKinds),
  });
  const isUnknown = (kind: string) => kind === 'unknown_person';
  const hasUnknown =
    isUnknown(chosenKind) ||
    (chosenKind === '' && counts.data?.some(({ kind, total }) => isUnknown(kind) && total > 0));
  return (
    <>
      <ScreenHeader title="Exceptions" count={list.data?.total} actions={tabs} />
      <div className={layout.page}>
        <FilterRow label="Filters" className={layout.row} isSet={company_id !== '' || employee_id !== ''}>
          <ViewSwitch
            label="Answered or not"
            options={answerStates}
            value={filters.is_answered}
            onChange={(is_answered) => change({ is_answered })}
          />
          <CompanyChip value={company_id} onChange={(chosen) => change({ company_id: chosen, employee_id: '' })} />
          <PeriodChip period={filters} inWords={periodInWords(filters)} usual={lastTwoWeeks()} onChange={change} />
          {employee_id && (
            <Chip
              label="Employee"
              value={list.data?.data[0]?.employee?.name ?? employee_id}
              onRemove={() => change({ employee_id: '' })}
            >
              {() => 'Only this person’s exceptions are shown.'}
            </Chip>
          )}
        </FilterRow>
        <FailedReads whole="all counts" reads={[counts, ...reads]} />
        {(chosenKind !== '' || (counts.data?.some(({ total }) => total > 0) ?? counts.loading)) && (
          <KindChips counts={counts.data} chosen={chosenKind} onChange={(kind) => change({ kind })} />
        )}
        <ZonesNote isOneCompany={company_id !== ''} />
        {hasUnknown && mayReadCodes && (
          <p>
            Is an unknown person an employee already?{' '}
            <Link href={addressOf(paths.accessControllers, { list: 'codes', ...(company_id && { company_id }) })}>
              Unknown Codes
            </Link>{' '}
            assigns the code to them.
          </p>
        )}
        <AnswerableExceptions
          pages={pages}
          filters={readQuery(correctionsCalls['GET /exceptions'].query, filters)}
          isOneCompany={company_id !== ''}
          empty={<NoExceptions filters={filters} onAllKinds={() => change({ kind: '' })} />}
          onPaper={(rows) => filtersInWords(filters, rows)}
        />
      </div>
    </>
  );
}

interface KindChipsProps {
  /** Undefined while they load, or if that failed. */
  counts: Answer<'GET /exceptions/counts'> | undefined;
  /** '' for all. */
  chosen: string;
  onChange(kind: string): void;
}

/** Offers the kinds of exceptions, each with its count. */
function KindChips({ counts, chosen, onChange }: KindChipsProps) {
  const all = { kind: '', total: counts?.reduce((sum, { total }) => sum + total, 0) };
  const kinds: readonly { kind: string; total?: number }[] = counts ?? [{ kind: chosen }];
  const present = kinds.filter(({ kind, total = 0 }) => kind && (total > 0 || kind === chosen));
  return (
    <div role="group" aria-label="Kind" className={layout.wrap}>
      {[all, ...present].map(({ kind, total }) => (
        <Button
          key={kind}
          size="small"
          title={exceptionExplanation(kind) || undefined}
          aria-pressed={kind === chosen}
          onClick={() => onChange(kind)}
        >
          {kind ? exceptionName(kind) : 'All'} <strong>{total === undefined ? '…' : groupDigits(total)}</strong>
        </Button>
      ))}
    </div>
  );
}

function NoExceptions({ filters, onAllKinds }: { filters: Filters; onAllKinds(): void }) {
  const { kind, company_id, employee_id } = filters;
  const isNarrow = company_id !== '' || employee_id !== '';
  return (
    <EmptyState
      icon="check"
      title={noneInWords(filters)}
      hint={
        kind
          ? `No exception of the kind “${exceptionName(kind)}”`
          : isNarrow && `Of the ${employee_id ? 'person' : 'company'} chosen above`
      }
      action={kind && <Button onClick={onAllKinds}>Show All Kinds</Button>}
    />
  );
}

const periodInWords = (filters: Filters): string =>
  filters.start_date
    ? describePeriod(filters)
    : `two weeks until ${filters.end_date ? dateTitle(filters.end_date) : 'today'}`;

/** Says that there are none: 'Nothing to answer on 22 Nov 2026', 'Nothing to answer, 9 – 22 Nov 2026' */
function noneInWords(filters: Filters): string {
  const what = { 0: 'Nothing to answer', 1: 'Nothing was answered' }[filters.is_answered] ?? 'No exceptions';
  const { start_date, end_date } = filters;
  if (!start_date || !end_date) return what;
  return `${what}${start_date === end_date ? ' on' : ','} ${describePeriod(filters)}`;
}

/** Names the filters in print. */
function filtersInWords(filters: Filters, rows: readonly ExceptionRow[]) {
  const { company_id, employee_id, kind, is_answered } = filters;
  return [
    { label: 'Days', value: periodInWords(filters) },
    { label: 'Company', value: company_id && (rows[0]?.company.name ?? company_id) },
    { label: 'Employee', value: employee_id && (rows[0]?.employee?.name ?? employee_id) },
    { label: 'Kind', value: kind && exceptionName(kind) },
    { label: 'Answered or not', value: labelOf(answerStates, is_answered) },
  ].filter(({ value }) => value !== '');
}
