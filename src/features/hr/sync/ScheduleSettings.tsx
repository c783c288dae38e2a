// Times of the automatic sync. They can be changed only on the server.

import { useEffect, useState } from 'react';
import { describeFailure } from '../../../platform/api/errors.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { hasSeveralZones, useCanCall } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { ListRow } from '../../../platform/ui/data/ListRow.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { Checkbox } from '../../../platform/ui/forms/Checkbox.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import type { ScheduleStatus } from '../../../shared/contract/hrConfig.ts';
import { moment } from '../../../shared/words/moment.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './HrSyncScreen.module.css';

type Slot = ScheduleStatus['schedules'][string];

export function ScheduleSettings() {
  const schedule = useResource('GET /hr-sync/schedule/status', {});
  if (schedule.error?.kind === 'notFound') return null; // a server without a schedule
  return (
    <Panel title="Schedule Settings">
      <ResourceView resource={schedule} loading="Loading the schedule…" lines={5}>
        {(status) => <Schedule status={status} />}
      </ResourceView>
    </Panel>
  );
}

function Schedule({ status }: { status: ScheduleStatus }) {
  const { current_slot, next_sync, should_run_now, schedules, time_zone } = status;
  const slots = Object.entries(schedules).sort(([, one], [, other]) => one.time.localeCompare(other.time));
  return (
    <div className={s.columns}>
      <div className={layout.stack3}>
        <Facts
          items={[
            { label: 'Next sync', value: next_sync ? moment(next_sync) : 'None' },
            { label: 'Current slot', value: titleOf(current_slot) || 'None' },
            { label: 'Due now', value: should_run_now ? 'Yes' : 'No' },
            { label: 'Time zone', value: time_zone },
          ]}
        />
        <p className={layout.muted}>
          Slot times can only be changed on the server.
          {hasSeveralZones(useUser()) && ' A company in another time zone is synced at these times by its own clock.'}
        </p>
      </div>
      {slots.length === 0 ? (
        <p className={layout.muted}>No slots are set up.</p>
      ) : (
        <ul aria-label="Slots" className={layout.list}>
          {slots.map(([name, slot]) => (
            <SlotItem key={name} name={name} slot={slot} />
          ))}
        </ul>
      )}
    </div>
  );
}

function SlotItem({ name, slot }: { name: string; slot: Slot }) {
  const { time, enabled, last_run, last_result } = slot;
  // No version is needed: a concurrent change can only have set the same value.
  const toggle = useAction('PUT /hr-sync/schedule/{slot}/toggle', {
    quiet: true,
    describe: (failure, failed) => describeFailure(failure, `${failed} ${name}`),
    report: 'toast',
  });
  const mayToggle = useCanCall()('PUT /hr-sync/schedule/{slot}/toggle');
  // Changes at once, and is undone if the server refuses.
  const [isOn, setOn] = useState(enabled);
  useEffect(() => setOn(enabled), [enabled]);

  async function change(wanted: boolean) {
    if (toggle.busy) return;
    setOn(wanted);
    const { ok } = await toggle.run({ slot: name, body: { enabled: wanted } });
    if (!ok) setOn(!wanted);
  }

  return (
    <ListRow end={<span className={layout.muted}>{isOn ? 'Enabled' : 'Disabled'}</span>}>
      <label className={`${layout.row} ${s.toggle}`}>
        <Checkbox checked={isOn} disabled={!mayToggle} onChange={(event) => void change(event.target.checked)} />
        <span>
          {titleOf(name)}, {time}
        </span>
      </label>
      {last_run && (
        <p className={layout.muted}>
          Last run {moment(last_run.replace(midnight, ''))}
          {last_result && `: ${last_result}`}
        </p>
      )}
    </ListRow>
  );
}

/** 'Morning' for 'morning'. */
const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Midnight stands for a day without a time. */
const midnight = /[T ]00:00:00.*$/;
