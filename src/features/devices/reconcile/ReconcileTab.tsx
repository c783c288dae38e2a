// A day's events from the device to the HR system: how many reached each stage, what was lost and why, and what to do
// about it.

import type { ReactNode } from 'react';
import { loadOnce } from '../../../platform/boot/loadOnce.ts';
import { useListParams } from '../../../platform/hooks/useListParams.ts';
import { useReloadWhile } from '../../../platform/hooks/useReloadWhile.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { ExportMenu } from '../../../platform/lists/listExport/ExportMenu.tsx';
import { NamedChoices, StepPicker } from '../../../platform/lists/StepPicker.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { EmptyState } from '../../../platform/ui/feedback/EmptyState.tsx';
import { Spinner } from '../../../platform/ui/feedback/Spinner.tsx';
import { FilterDate } from '../../../platform/ui/filters/FilterDate.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import { isCalendarDay } from '../../../shared/contract/calendarDay.ts';
import type { Reconciliation } from '../../../shared/contract/deviceEvents.ts';
import { dayAfter, today } from '../../../shared/words/days.ts';
import { moment } from '../../../shared/words/moment.ts';
import { stepped } from '../../../shared/words/periods.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { dayTitle } from '../../../shared/words/time.ts';
import type { DeviceTabProps } from '../addresses.ts';
import { CommandButton } from '../CommandButton.tsx';
import { stageName } from '../words.ts';
import { countOf, lossesAt, lossHeadingId, StageLosses } from './StageLosses.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './ReconcileTab.module.css';

/** Without a day, the server takes today by the door's clock. */
const dayParams = { day: '' };
/** Milliseconds; as often as a device polls. */
const pause = 5_000;

export default function ReconcileTab({ setup }: DeviceTabProps) {
  const [params, change] = useListParams(dayParams);
  const chosen = isCalendarDay(params.day) ? params.day : '';
  const answer = useResource('GET /access-controllers/{id}/device/reconciliation', {
    id: setup.controller.id,
    query: { ...(chosen && { day: chosen }) },
  });
  useReloadWhile(answer.data?.asked === 'waiting', answer, pause);
  const doorsToday = today(0, answer.data?.zone);
  const day = chosen || doorsToday;
  return (
    <div className={layout.stack4}>
      <DayPicker day={day} doorsToday={doorsToday} onChange={(to) => change({ day: to === doorsToday ? '' : to })}>
        {answer.data && (
          <div className={`${layout.row} ${s.tools}`}>
            <CountOnDevice {...answer.data} />
            <ExportDay of={answer.data} />
          </div>
        )}
      </DayPicker>
      <ResourceView resource={answer} loading="Loading the reconciliation…" lines={8}>
        {(data) => <Day of={data} busy={answer.loading} />}
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
    <div aria-busy={busy || undefined} className={layout.stack4}>
      <StageFlow stages={of.stages} losses={of.losses} />
      {groups.length > 0 && <p className={layout.muted}>Times are as the device sent them, in the zone {of.zone}.</p>}
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

interface DayPickerProps {
  day: string;
  doorsToday: string;
  onChange(day: string): void;
  /** What can be done about the day. */
  children: ReactNode;
}

/** Picks the day to reconcile, up to today by the door's clock. */
function DayPicker({ day, doorsToday, onChange, children }: DayPickerProps) {
  const option = (label: string, that: string) => ({ label, isChosen: day === that, choose: () => onChange(that) });
  return (
    <StepPicker
      label="Day"
      title={dayTitle(day)}
      isLast={day >= doorsToday}
      onStep={(by) => onChange(stepped({ start_date: day, end_date: day }, by).start_date)}
    >
      <NamedChoices choices={[option('Today', doorsToday), option('Yesterday', dayAfter(doorsToday, -1))]} />
      <FilterDate label="Another day" value={day} onChange={(chosen) => chosen && onChange(chosen)} />
      {children}
    </StepPicker>
  );
}

/** The stages from the device to the HR system: the count of each, and the losses between them. */
function StageFlow({ stages, losses }: Pick<Reconciliation, 'stages' | 'losses'>) {
  const notes = stages.filter(({ sentence }) => sentence !== '');
  return (
    <>
      <div className={s.frame}>
        <ol aria-label="From the device to HR" className={`${layout.list} ${s.flow}`}>
          {stages.map(({ stage, count, adjustment }, index) => (
            <li key={stage} className={s.step}>
              {index > 0 && (
                <Between
                  stage={stage}
                  lost={countOf(lossesAt(losses, stage))}
                  isKnown={stages[index - 1]?.count !== null && count !== null}
                  adjustment={adjustment}
                />
              )}
              <div className={`${layout.stack1} ${layout.box} ${s.stage}`}>
                <span className={s.name}>{stageName(stage)}</span>
                <span className={s.count}>{count === null ? unknown : groupDigits(count)}</span>
              </div>
            </li>
          ))}
        </ol>
      </div>
      {notes.length > 0 && (
        <ul className={`${layout.stack1} ${layout.list} ${s.notes}`}>
          {notes.map(({ stage, sentence }) => (
            <li key={stage}>
              <strong>{stageName(stage)}:</strong> {sentence}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const unknown = (
  <>
    <span aria-hidden="true">?</span>
    <VisuallyHidden>not known</VisuallyHidden>
  </>
);

interface BetweenProps {
  stage: string;
  lost: number;
  /** True if both counts are known. */
  isKnown: boolean;
  /** Difference that is not a loss; a note explains it. */
  adjustment: number;
}

function Between({ stage, lost, isKnown, adjustment }: BetweenProps) {
  return (
    <div className={s.between}>
      {lost > 0 ? (
        <button type="button" className={s.lost} onClick={() => document.getElementById(lossHeadingId(stage))?.focus()}>
          {groupDigits(lost)} lost
        </button>
      ) : (
        <span className={layout.muted}>
          {isKnown ? '0' : unknown}
          <VisuallyHidden> lost</VisuallyHidden>
        </span>
      )}
      {adjustment !== 0 && (
        <span className={layout.muted}>
          {adjustment > 0 ? '+' : '−'}
          {groupDigits(Math.abs(adjustment))}
          <VisuallyHidden> not lost, as noted below</VisuallyHidden>
        </span>
      )}
    </div>
  );
}

/** Asks the device for its count of the day's events, and shows the state of that request. */
function CountOnDevice({ controller, day, asked, asked_at }: Reconciliation) {
  const count = (label: string) => (
    <CommandButton quiet controllerId={controller.id} body={{ command: 'count', day }}>
      {label}
    </CommandButton>
  );
  switch (asked) {
    case 'no':
      return count('Count on the Device');
    case 'waiting':
      return <Spinner label="Waiting for the device to count…" />;
    case 'answered':
    case 'failed':
      return (
        <>
          <span className={layout.muted}>
            {asked === 'failed' ? 'The device did not give its count' : `Counted on the device ${moment(asked_at)}`}
          </span>
          {count('Count Again')}
        </>
      );
    case 'not_supported':
      return <span className={layout.muted}>This model does not support counting.</span>;
    default:
      return <span className={layout.muted}>A device of this kind cannot be asked what it holds.</span>;
  }
}

const loadExport = loadOnce('The export', () => import('./exportReconciliation.ts'));

const formats = [
  { format: 'excel', label: 'Excel', detail: 'Stages and losses, with checksums that can be verified' },
] as const;

function ExportDay({ of }: { of: Reconciliation }) {
  return (
    <ExportMenu
      formats={formats}
      source={{
        one: 'loss',
        many: 'losses',
        async export(_, { author, signal }) {
          const { exportReconciliation } = await loadExport();
          const stageNames = Object.fromEntries(of.stages.map(({ stage }) => [stage, stageName(stage)]));
          return exportReconciliation({ reconciliation: of, stageNames, author, signal });
        },
      }}
    />
  );
}
