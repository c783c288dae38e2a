// Which events are shown: of which day, with which outcome, with which code.

import { dayTitle } from '../../../shared/words/days.ts';
import type { ChangeParams } from '../../../platform/hooks/useListParams.ts';
import { Chip } from '../../../platform/ui/filters/Chip.tsx';
import { FilterDate } from '../../../platform/ui/filters/FilterDate.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { SearchBox } from '../../../platform/ui/filters/SearchBox.tsx';
import { outcomeName, outcomeOptions } from '../words.ts';
import type { EventParams } from './list.ts';
import * as s from './EventsTab.module.css';

interface EventFiltersProps {
  params: EventParams;
  onChange: ChangeParams<EventParams>;
}

const options = [{ value: '', label: 'All' }, ...outcomeOptions];

export function EventFilters({ params: { day, outcome, code }, onChange }: EventFiltersProps) {
  return (
    <div role="search" aria-label="Filters" className={s.filters}>
      <Chip label="Day" value={day ? dayTitle(day) : 'All'} onRemove={day ? () => onChange({ day: '' }) : undefined}>
        {() => <FilterDate label="Day" value={day} onChange={(chosen) => onChange({ day: chosen })} />}
      </Chip>
      <Chip
        label="Outcome"
        value={outcome ? outcomeName(outcome) : 'All'}
        onRemove={outcome ? () => onChange({ outcome: '' }) : undefined}
      >
        {(close) => (
          <FilterSelect
            label="Outcome"
            value={outcome}
            options={options}
            onChange={(chosen) => {
              onChange({ outcome: chosen });
              close();
            }}
          />
        )}
      </Chip>
      <Chip label="Code" value={code || 'All'} onRemove={code ? () => onChange({ code: '' }) : undefined}>
        {() => (
          <SearchBox
            label="Code, as the device sends it"
            value={code}
            onChange={(typed) => onChange({ code: typed }, { replace: true })}
          />
        )}
      </Chip>
    </div>
  );
}
