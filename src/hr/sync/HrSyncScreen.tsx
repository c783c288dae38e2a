// Sends attendance to the companies' HR systems, and shows the status of each.

import { useState } from 'react';
import { companiesList } from '../../crud/companiesList.ts';
import { Loaded } from '../../crud/Loaded.tsx';
import { useExistingPage } from '../../crud/useExistingPage.ts';
import { useList } from '../../crud/useList.ts';
import { useMay } from '../../session/useMay.ts';
import { Pager } from '../../ui/data/Pager.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { ScreenHeader } from '../../ui/layout/ScreenHeader.tsx';
import { SearchBox } from '../../ui/filters/SearchBox.tsx';
import { LineSkeleton } from '../../ui/feedback/Skeletons.tsx';
import { Companies } from './Companies.tsx';
import { LastResults } from './LastResults.tsx';
import { ScheduleSettings } from './ScheduleSettings.tsx';
import { StartSync } from './StartSync.tsx';
import { useStatuses } from './useStatuses.ts';
import { useSync } from './useSync.ts';
import * as layout from '../layout.module.css';
import * as s from './HrSyncScreen.module.css';

export default function HrSyncScreen() {
  const { list, params, change } = useList(companiesList);
  const { page, q } = params;
  const shown = useExistingPage(list, page, change);
  const may = useMay();
  const [date, setDate] = useState('');
  const sync = useSync(date);
  const statuses = useStatuses(list.data?.data.map(({ id }) => id) ?? [], sync.underWay !== undefined);

  return (
    <div className={layout.panels}>
      <ScreenHeader title="HR System Sync" subtitle="Send attendance to each company's HR system" />
      <div className={s.columns}>
        <div className={layout.panels}>
          {may('POST /hr-sync/all') && <StartSync date={date} onDate={setDate} sync={sync} />}
          <LastResults last={sync.last} />
        </div>
        <ScheduleSettings />
      </div>
      <Panel
        title="Companies"
        aside={
          <SearchBox
            label="Filter the companies on this page"
            value={q}
            onChange={(text) => change({ q: text, page }, { replace: true })}
          />
        }
      >
        <Loaded resource={shown} skeleton={<LineSkeleton label="Loading companies…" lines={12} />}>
          {({ data, last_page }) => (
            <div aria-busy={list.loading} className={layout.stack}>
              <Companies
                companies={data}
                filter={q}
                sync={sync}
                statusOf={statuses.of}
                onReload={statuses.reload}
                onClearFilter={() => change({ q: '', page })}
              />
              <Pager page={page} lastPage={last_page} busy={list.loading} onPage={(next) => change({ page: next })} />
            </div>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}
