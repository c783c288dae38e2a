// The audit: who did what, when, from where.

import { useCallback } from 'react';
import { whoDid } from '../../platform/lists/history/entryWords.ts';
import { ResourceView } from '../../platform/lists/Loaded.tsx';
import { useList } from '../../platform/lists/useList.ts';
import { AfterDelay, lazyPart, usePreloadWhen } from '../../platform/hooks/lazyPart.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';
import { TableSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditPages } from './AuditPages.tsx';
import { AuditTools } from './AuditTools.tsx';
import { AuditTable } from './AuditTable.tsx';
import { Head } from './Head.tsx';
import { auditList, noFilters } from './list.ts';
import * as s from './AuditScreen.module.css';

const EntryDialog = lazyPart('The entry', async () => (await import('./EntryDialog.tsx')).EntryDialog);
const laterParts = [EntryDialog];

export default function AuditScreen() {
  const { list, params, change } = useList(auditList);
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
      <div className={s.parts}>
        <AuditFilters
          filters={filters}
          shown={{ person: first ? whoDid(first) : '', record: first?.subject_name ?? '' }}
          onChange={change}
        />
        <ResourceView resource={list} skeleton={<TableSkeleton label="Loading the audit…" rows={12} />}>
          {({ entries, next }) => (
            <>
              {entries.length > 0 && <AuditTable lines={entries} busy={list.loading} onOpen={open} />}
              {entries.length === 0 && next === null && (
                <NoEntries
                  isFiltered={isFiltered}
                  isLastPage={before !== ''}
                  onAll={() => change({ ...noFilters, before: '' })}
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
      {/^\d{1,15}$/.test(entry) && <EntryDialog key={entry} id={Number(entry)} onClose={() => change({ entry: '' })} />}
    </>
  );
}

interface NoEntriesProps {
  isFiltered: boolean;
  isLastPage: boolean;
  onAll(): void;
}

const NoEntries = ({ isFiltered, isLastPage, onAll }: NoEntriesProps) =>
  isFiltered ? (
    <EmptyState
      icon="filter"
      title={isLastPage ? 'No more entries' : 'No entries found'}
      hint="Nothing else that was recorded matches the filters."
      action={<Button onClick={onAll}>Show All Entries</Button>}
    />
  ) : (
    <EmptyState icon="search" title="No entries yet" hint="Everything that is changed here will be recorded." />
  );
