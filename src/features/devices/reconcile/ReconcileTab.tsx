// A day's events from the device to the HR system: what reached each stage, what was lost on the way and why, and what
// can be done about it.

import { isCalendarDay } from '../../../shared/contract/calendarDay.ts';
import type { Reconciliation } from '../../../shared/contract/entities/devices.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { today } from '../../../shared/words/days.ts';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useReloadWhile } from '../../../platform/hooks/useReloadWhile.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import type { DeviceTabProps } from '../device/deviceTab.ts';
import { CountOnDevice } from './CountOnDevice.tsx';
import { DayPicker } from './DayPicker.tsx';
import { ExportDay } from './ExportDay.tsx';
import { lossesAt } from './losses.ts';
import { StageFlow } from './StageFlow.tsx';
import { StageLosses } from './StageLosses.tsx';
import * as s from './ReconcileTab.module.css';

const dayParams = () => ({ day: today() });
/** In milliseconds: as often as a device asks for its commands. */
const pause = 5_000;

export function ReconcileTab({ controllerId }: DeviceTabProps) {
  const [params, change] = useListParams(dayParams);
  const day = isCalendarDay(params.day) ? params.day : today();
  const answer = useResource('GET /access-controllers/{id}/device/reconciliation', {
    id: controllerId,
    query: { day },
  });
  useReloadWhile(answer.data?.asked === 'waiting', answer, pause);
  // The counts of another day must not stand below this one.
  const resource = answer.data && answer.data.day !== day && answer.loading ? { ...answer, data: undefined } : answer;
  return (
    <div className={s.parts}>
      <div className={s.tools}>
        <DayPicker day={day} onChange={(chosen) => change({ day: chosen })} />
        {resource.data && (
          <div className={s.tools}>
            <CountOnDevice {...resource.data} />
            <ExportDay of={resource.data} />
          </div>
        )}
      </div>
      <ResourceView resource={resource} skeleton={<LineSkeleton label="Loading the reconciliation…" lines={8} />}>
        {(data) => <Day of={data} busy={resource.loading} />}
      </ResourceView>
    </div>
  );
}

function Day({ of, busy }: { of: Reconciliation; busy: boolean }) {
  const groups = of.stages
    .map(({ stage }) => ({ stage, losses: lossesAt(of.losses, stage) }))
    .filter(({ losses }) => losses.length > 0);
  const isEmpty = of.stages.every(({ count }) => !count) && groups.length === 0;
  return (
    <div aria-busy={busy || undefined} className={s.parts}>
      <StageFlow stages={of.stages} losses={of.losses} />
      {groups.length > 0 && <p className={s.muted}>Times are as the device sent them, in the zone {of.zone}.</p>}
      {groups.map(({ stage, losses }) => (
        <StageLosses key={stage} of={of} stage={stage} losses={losses} />
      ))}
      {groups.length === 0 && (
        <EmptyState
          icon={isEmpty ? 'attendance' : 'check'}
          title={isEmpty ? 'No events on this day' : 'Nothing was lost'}
          hint={isEmpty ? undefined : 'Every event of the day reached the last stage, or is explained above.'}
        />
      )}
    </div>
  );
}
