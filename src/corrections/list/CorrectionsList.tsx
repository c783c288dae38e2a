// All corrections, newest first: who corrected what and why. Whoever may, decides here about those that wait.

import { Loaded } from '../../crud/Loaded.tsx';
import { companyOptions, useCompanies } from '../../crud/useCompanies.ts';
import { useExistingPage } from '../../crud/useExistingPage.ts';
import { useList } from '../../crud/useList.ts';
import { correctionStates } from '../../contract/entities/corrections.ts';
import { stateName } from '../../format/correctionText.ts';
import { Button } from '../../ui/Button.tsx';
import { Pager } from '../../ui/data/Pager.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LineSkeleton } from '../../ui/feedback/Skeletons.tsx';
import { FilterBar } from '../../ui/filters/FilterBar.tsx';
import { FilterDate } from '../../ui/filters/FilterDate.tsx';
import { FilterSelect } from '../../ui/filters/FilterSelect.tsx';
import { SearchSelect } from '../../ui/filters/SearchSelect.tsx';
import { CorrectionRows } from './CorrectionRows.tsx';
import { correctionsList } from './list.ts';
import * as s from './CorrectionsList.module.css';

const stateOptions = [
  { value: '', label: 'All States' },
  ...correctionStates.map((value) => ({ value, label: stateName(value) })),
];

const noFilters = { company_id: '', state: '', start_date: '', end_date: '' };

export function CorrectionsList() {
  const { list, params, change } = useList(correctionsList);
  const { page, company_id, state, start_date, end_date } = params;
  const shown = useExistingPage(list, page, change);
  const companies = useCompanies();
  const isFiltered = [company_id, state, start_date, end_date].some((value) => value !== '');
  const period = list.error?.fields;

  return (
    <div className={s.parts}>
      <FilterBar action={isFiltered && <Button onClick={() => change(noFilters)}>Clear Filters</Button>}>
        <SearchSelect
          label="Company"
          allLabel="All Companies"
          value={company_id}
          options={companyOptions(companies)}
          missing={companies.missing}
          onChange={(chosen) => change({ company_id: chosen })}
        />
        <FilterSelect
          label="State"
          value={state}
          options={stateOptions}
          onChange={(chosen) => change({ state: chosen })}
        />
        <FilterDate
          label="From"
          value={start_date}
          error={period?.start_date}
          onChange={(day) => change({ start_date: day })}
        />
        <FilterDate
          label="Until"
          value={end_date}
          error={period?.end_date}
          onChange={(day) => change({ end_date: day })}
        />
      </FilterBar>
      <Loaded resource={shown} skeleton={<LineSkeleton label="Loading corrections…" lines={8} />}>
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
      </Loaded>
    </div>
  );
}
