// All corrections, newest first: who corrected what and why. Whoever may, decides here about those that wait.

import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { CompanyChip } from '../../../platform/lists/CompanyChip.tsx';
import { DaysChip } from '../../../platform/lists/period/DaysChip.tsx';
import { useExistingPage } from '../../../platform/lists/useExistingPage.ts';
import { useList } from '../../../platform/lists/useList.ts';
import { correctionStates } from '../../../shared/contract/entities/corrections.ts';
import { stateName } from '../../../shared/words/correctionText.ts';
import { describePeriod } from '../../../shared/words/describePeriod.ts';
import { Pager } from '../../../platform/ui/data/Pager.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Chip } from '../../../platform/ui/filters/Chip.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { CorrectionRows } from './CorrectionRows.tsx';
import { correctionsList } from './list.ts';
import * as s from './CorrectionsList.module.css';

const stateOptions = [
  { value: '', label: 'All States' },
  ...correctionStates.map((value) => ({ value, label: stateName(value) })),
];

export function CorrectionsList() {
  const { list, params, change } = useList(correctionsList);
  const { page, company_id, state, start_date, end_date } = params;
  const shown = useExistingPage(list, page, change);

  return (
    <div className={s.parts}>
      <div className={s.filters}>
        <CompanyChip value={company_id} onChange={(chosen) => change({ company_id: chosen })} />
        <Chip
          label="State"
          value={state ? stateName(state) : 'All'}
          onRemove={state ? () => change({ state: '' }) : undefined}
        >
          {(close) => (
            <FilterSelect
              label="State"
              value={state}
              options={stateOptions}
              onChange={(chosen) => {
                change({ state: chosen });
                close();
              }}
            />
          )}
        </Chip>
        <DaysChip
          days={{ start_date, end_date }}
          inWords={describePeriod({ start_date, end_date }) || 'All'}
          usual={{ start_date: '', end_date: '' }}
          onChange={(days) => change(days)}
        />
      </div>
      <ResourceView resource={shown} skeleton={<LineSkeleton label="Loading corrections…" lines={8} />}>
        {({ data, last_page }) =>
          data.length === 0 ? (
            <EmptyState
              icon="check"
              title="No corrections found"
              hint="Events that somebody adds or sets aside, and exceptions left as they are, are listed here."
            />
          ) : (
            <>
              <CorrectionRows corrections={data} />
              <Pager page={page} lastPage={last_page} busy={list.loading} onPage={(next) => change({ page: next })} />
            </>
          )
        }
      </ResourceView>
    </div>
  );
}
