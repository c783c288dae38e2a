// The audit: who did what, when and from where; its pages, export and verification.

import { useCallback, useRef, useState } from 'react';
import { loadOnce } from '../../platform/boot/loadOnce.ts';
import { type ChangeParams, useListParams } from '../../platform/hooks/useListParams.ts';
import { useRemembered, useResource } from '../../platform/hooks/useResource.ts';
import { useSettled } from '../../platform/hooks/useSettled.ts';
import { FilterRow } from '../../platform/lists/FilterRow.tsx';
import { FoundCount } from '../../platform/lists/FoundCount.tsx';
import { ExportMenu } from '../../platform/lists/listExport/ExportMenu.tsx';
import type { ExportedSource } from '../../platform/lists/listExport/useListExport.ts';
import { PeriodChip } from '../../platform/lists/PeriodChip.tsx';
import { actorName } from '../../platform/records/history/entryWords.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { CopiedCode } from '../../platform/ui/CopyButton.tsx';
import { showTop } from '../../platform/ui/data/Pager.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { missingOptions } from '../../platform/ui/feedback/FailedReads.tsx';
import { Chip } from '../../platform/ui/filters/Chip.tsx';
import { SelectChip } from '../../platform/ui/filters/SelectChip.tsx';
import { SearchBox } from '../../platform/ui/forms/SearchBox.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { PrintNote } from '../../platform/ui/layout/PrintNote.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { AfterDelay, lazyPart, usePreloadWhen } from '../../platform/ui/lazyPart.tsx';
import type { Option } from '../../platform/ui/option.ts';
import { DialogButton } from '../../platform/ui/overlays/DialogButton.tsx';
import type { AuditPage } from '../../shared/contract/audit.ts';
import { actionInWords, auditActions, auditSubjects, subjectName } from '../../shared/words/auditWords.ts';
import { inWords } from '../../shared/words/inWords.ts';
import { describePeriod } from '../../shared/words/periods.ts';
import { groupDigits } from '../../shared/words/plural.ts';
import { formatTime } from '../../shared/words/time.ts';
import { AuditTable } from './AuditTable.tsx';
import { auditList, auditQuery, type Filters, noFilters } from './list.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './audit.module.css';

const EntryDialog = lazyPart('The entry', () => import('./EntryDialog.tsx'));
const laterParts = [EntryDialog];

export default function AuditScreen() {
  const [params, change] = useListParams(auditList.params);
  const list = useRemembered(auditList.key, auditList.args(params));
  const { before, entry, ...filters } = params;
  usePreloadWhen(list.data !== undefined, laterParts);
  const open = useCallback((id: number) => change({ entry: String(id) }), [change]);
  const isFiltered = Object.values(filters).some(Boolean);
  const [first] = list.data?.entries ?? [];

  return (
    <>
      <ScreenHeader
        title="Audit"
        subtitle="Who did what, when and from where"
        actions={list.data && <AuditTools filters={filters} />}
      />
      <div className={layout.page}>
        <AuditFilters
          filters={filters}
          shown={{ person: first ? actorName(first) : '', record: first?.subject_name ?? '' }}
          onChange={change}
        />
        <FoundCount total={before === '' && list.data?.next === null ? list.data.entries.length : undefined} />
        <ResourceView resource={list} loading="Loading the audit…" rows={12}>
          {({ entries, next }) => (
            <>
              {entries.length > 0 && <AuditTable lines={entries} busy={list.loading} onOpen={open} />}
              {entries.length === 0 && next === null && (
                <EmptyState
                  icon={isFiltered ? 'filter' : 'search'}
                  {...wordsForNone(isFiltered, before !== '')}
                  action={
                    isFiltered && <Button onClick={() => change({ ...noFilters, before: '' })}>Show All Entries</Button>
                  }
                />
              )}
              <AuditPages
                page={{ entries, next }}
                isFirst={before === ''}
                busy={list.loading}
                onNewest={() => change({ before: '' })}
                onOlder={(id) => change({ before: String(id) })}
              />
              <AfterDelay>
                <Head />
              </AfterDelay>
            </>
          )}
        </ResourceView>
      </div>
      {/^\d{1,15}$/.test(entry) && (
        <EntryDialog key={entry} id={Number(entry)} onClose={() => change({ entry: '' }, { replace: true })} />
      )}
    </>
  );
}

function wordsForNone(isFiltered: boolean, isLastPage: boolean) {
  if (!isFiltered) return { title: 'No entries yet', hint: 'Everything that is changed here will be recorded.' };
  const title = isLastPage ? 'No more entries' : 'No entries found';
  return { title, hint: 'Nothing else that was recorded matches the filters.' };
}

interface AuditPagesProps {
  page: AuditPage;
  isFirst: boolean;
  busy: boolean;
  onNewest(): void;
  onOlder(before: number): void;
}

/**
 * Leads to older entries and back to the newest. A search looks at a limited number of entries at a time, and says how
 * far it got.
 */
function AuditPages({ page: { entries, next }, isFirst, busy, onNewest, onOlder }: AuditPagesProps) {
  const nav = useRef<HTMLElement>(null);
  if (isFirst && next === null) return null;

  function turn(load: () => void) {
    load();
    showTop(nav.current?.parentElement);
  }
  return (
    <nav ref={nav} aria-label="Pagination" aria-busy={busy || undefined} className={`${layout.row} ${s.pages}`}>
      <span aria-live="polite" className={layout.muted}>
        {placeInWords(entries.length, entries[0]?.id, entries.at(-1)?.id, next)}
      </span>
      <span className={layout.row}>
        <Button icon={<ActionIcon name="chevronLeft" />} aria-disabled={isFirst} onClick={() => turn(onNewest)}>
          Newest
        </Button>
        <Button
          icon={<ActionIcon name="chevronRight" />}
          aria-disabled={next === null}
          onClick={() => next !== null && turn(() => onOlder(next))}
        >
          Older
        </Button>
      </span>
    </nav>
  );
}

function placeInWords(count: number, newest: number | undefined, oldest: number | undefined, next: number | null) {
  if (newest === undefined || oldest === undefined) {
    return next === null ? '' : `None among the entries from ${groupDigits(next)} on. Older ones may match.`;
  }
  return count === 1 ? `Entry ${groupDigits(newest)}` : `Entries ${groupDigits(newest)} to ${groupDigits(oldest)}`;
}

/** Shows the last entry's hash. Kept elsewhere, it reveals whether the end was cut off. */
function Head() {
  const head = useResource('GET /audit/head', {});
  return (
    <ResourceView resource={head} loading="Loading the last entry…">
      {({ id, at, hash }) =>
        id > 0 && (
          <section aria-label="Last entry" className={`${layout.stack1} ${layout.hint}`}>
            <p>
              {`The last of ${groupDigits(id)} entries is of ${formatTime(at)}. Keep its hash elsewhere: it proves later
              that nothing before it was altered, and that the end was not cut off.`}
            </p>
            <CopiedCode name="Hash of the Last Entry" text={hash} />
          </section>
        )
      }
    </ResourceView>
  );
}

const VerifyDialog = lazyPart('The check', () => import('./VerifyDialog.tsx'));
const loadExport = loadOnce('The export', () => import('./export/exportAudit.ts'));

type Choice = 'jsonl' | 'excel' | 'wholeJsonl' | 'wholeExcel';

const excel = 'Every cell is text; up to 100,000 entries';
const wholeFormats = [
  { format: 'wholeJsonl', label: 'All Entries, JSONL', detail: 'With the chain, so that anyone can verify it' },
  { format: 'wholeExcel', label: 'All Entries, Excel', detail: excel },
] as const;
const filteredFormats = [
  { format: 'jsonl', label: 'These Entries, JSONL', detail: 'As the filters find them, each with its hashes' },
  { format: 'excel', label: 'These Entries, Excel', detail: excel },
] as const;

/** Exports and verifies the audit. */
function AuditTools({ filters }: { filters: Filters }) {
  const { api } = useConnection();
  const isFiltered = Object.values(filters).some(Boolean);
  const source: ExportedSource<Choice> = {
    one: 'entry',
    many: 'entries',
    async export(choice, run) {
      const isWhole = choice === 'wholeJsonl' || choice === 'wholeExcel';
      const format = choice === 'jsonl' || choice === 'wholeJsonl' ? 'jsonl' : 'excel';
      const { exportAudit } = await loadExport();
      return exportAudit(api, { ...run, format, filters: isWhole ? undefined : auditQuery(filters) });
    },
  };
  return (
    <>
      <ExportMenu source={source} formats={isFiltered ? [...filteredFormats, ...wholeFormats] : wholeFormats} />
      <DialogButton icon={<Icon name="check" />} label="Verify">
        {(close) => <VerifyDialog onClose={close} />}
      </DialogButton>
    </>
  );
}

// Filters entries by person, thing or record, action, days and words.

interface AuditFiltersProps {
  filters: Filters;
  /** Their names, as the entries shown have them. */
  shown: { person: string; record: string };
  onChange: ChangeParams<Filters & { before: string }>;
}

const allDays = { start_date: '', end_date: '' };

const inOrder = (options: Option[]) => options.sort((one, other) => one.label.localeCompare(other.label));
const subjectOptions = inOrder(
  Object.keys(auditSubjects).map((value) => ({ value, label: inWords(subjectName(value)) })),
);
const actions = inOrder(auditActions.map((value) => ({ value, label: actionInWords(value) })));

function AuditFilters({ filters, shown, onChange }: AuditFiltersProps) {
  const set = (changes: Partial<Filters>, options?: { replace: boolean }) =>
    onChange({ ...changes, before: '' }, options);
  const { user_id, subject, subject_id, action, q } = filters;
  const people = usePeople(user_id, shown.person);
  const isFiltered = Object.values(filters).some(Boolean);
  const record = subject_id && `${subjectName(subject)} ${shown.record || `#${subject_id}`}`;
  const onPaper = [
    { label: 'Days', value: describePeriod(filters) },
    { label: 'Person', value: people.options.find(({ value }) => value === user_id)?.label },
    { label: 'Record', value: record },
    { label: 'Type', value: record ? '' : inWords(subjectName(subject)) },
    { label: 'Action', value: action && actionInWords(action) },
    { label: 'Search', value: q },
  ].flatMap(({ label, value }) => (value ? { label, value } : []));
  return (
    <>
      <FilterRow label="Entries" className={layout.row} isSet={isFiltered}>
        <div className={s.search}>
          <SearchBox label="Search the audit" value={q} onChange={(typed) => set({ q: typed }, { replace: true })} />
        </div>
        <PeriodChip
          period={filters}
          usual={allDays}
          onChange={(days) => set({ start_date: days.start_date, end_date: days.end_date })}
        />
        <SelectChip
          hasMany
          label="Person"
          value={user_id}
          {...people}
          onChange={(chosen) => {
            people.onType('');
            set({ user_id: chosen });
          }}
        />
        {record ? (
          <Chip label="Record" value={record} onRemove={() => set({ subject: '', subject_id: '' })}>
            {() => 'Only the history of this record is shown.'}
          </Chip>
        ) : (
          <SelectChip
            hasMany
            label="Type"
            value={subject}
            options={subjectOptions}
            onChange={(chosen) => set({ subject: chosen })}
          />
        )}
        <SelectChip
          hasMany
          label="Action"
          value={action}
          options={actions}
          onChange={(chosen) => set({ action: chosen })}
        />
        {isFiltered && (
          <Button kind="quiet" onClick={() => set(noFilters)}>
            Clear Filters
          </Button>
        )}
      </FilterRow>
      <PrintNote filters={onPaper} />
    </>
  );
}

const typingPauseMs = 150;
const perPage = 100;

/** Searches on the server, among the users whom the caller may see. The chosen user stays an option. */
function usePeople(chosen: string, name: string) {
  const maySee = useCanCall()('GET /users');
  const [typed, onType] = useState('');
  const q = useSettled(typed, typingPauseMs);
  const query = { page: 1, per_page: perPage, sort: 'name' as const, q };
  const users = useRemembered('GET /users', maySee ? { query } : null);
  const found = (users.data?.data ?? []).map(({ id, name: label, email }) => ({
    value: String(id),
    label,
    detail: email,
  }));
  const nobody = { value: '0', label: 'Not signed in' };
  const isMissing = chosen !== '' && chosen !== '0' && !found.some(({ value }) => value === chosen);
  const options = [nobody, ...(isMissing ? [{ value: chosen, label: name || `User #${chosen}` }] : []), ...found];
  return { options, ...missingOptions('users', users, 'Searching…'), onType };
}
