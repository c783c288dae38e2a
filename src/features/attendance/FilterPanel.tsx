import { Fragment, useState } from 'react';
import { Button } from '../../platform/ui/Button.tsx';
import { FilterBar } from '../../platform/ui/filters/FilterBar.tsx';
import { PeriodNames } from '../../platform/lists/period/PeriodNames.tsx';
import { filterFields, type FilterFieldProps } from './FilterFields.tsx';

export function FilterPanel({ onClear, ...field }: FilterFieldProps & { onClear(): void }) {
  const [clears, setClears] = useState(0);
  /** Refused days are a draft of the panel, not filters. */
  const dropDrafts = () => setClears(clears + 1);
  function clear() {
    dropDrafts();
    onClear();
  }
  return (
    <FilterBar action={<Button onClick={clear}>Clear Filters</Button>}>
      <PeriodNames applied={field.filters} onChange={field.onChange} onChosen={dropDrafts} />
      <Fragment key={clears}>
        {Object.entries(filterFields).map(([name, show]) => (
          <Fragment key={name}>{show(field)}</Fragment>
        ))}
      </Fragment>
    </FilterBar>
  );
}
