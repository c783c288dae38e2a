// The latest event of the device, from the first on: who, when and which way.

import { Link } from 'wouter';
import clsx from 'clsx';
import { paths } from '../../../../platform/boot/paths.ts';
import type { DeviceSetup } from '../../../../shared/contract/entities/devices.ts';
import { addressOf } from '../../../../shared/words/address.ts';
import { lastTwoWeeks } from '../../../../shared/words/periods.ts';
import { plural } from '../../../../shared/words/plural.ts';
import { useCanCall } from '../../../../platform/session/permissions.ts';
import { Icon } from '../../../../platform/ui/Icon.tsx';
import { deviceAddress } from '../../addresses.ts';
import { durationInWords } from '../../clockWords.ts';
import { useLatestEvent } from './useLatestEvent.ts';
import { Waiting } from './Waiting.tsx';
import * as s from './WaitStep.module.css';

/** A clock or a zone is wrong by a day at most; what is older was kept in the device. In seconds. */
const isOdd = (delay: number) => Math.abs(delay) > 300 && Math.abs(delay) < 26 * 3_600;

interface FirstEventProps {
  controllerId: number;
  setup: DeviceSetup;
  kind: string;
}

export function FirstEvent({ controllerId, setup, kind }: FirstEventProps) {
  const canCall = useCanCall();
  const latest = useLatestEvent(controllerId, setup, kind);
  if (!latest) {
    return (
      <Waiting note={kind === 'webhook' ? 'Run the command above' : 'Have somebody check in at the device'}>
        Waiting for the first event…
      </Waiting>
    );
  }
  const { person, time, direction, problem, delay, total } = latest;
  const attendance = addressOf(paths.attendance, {
    company_id: setup.company.id,
    access_controller_id: controllerId,
    ...lastTwoWeeks(),
  });
  return (
    <>
      <div className={clsx(s.heard, s.good)}>
        <Icon name="check" />
        <p role="status" className={s.words}>
          <strong>{[person, direction, time].filter(Boolean).join(' · ')}</strong>
          <span className={s.muted}>
            {problem || (total === 1 ? 'The first event has arrived' : `The latest of ${plural(total, 'event')}`)}
          </span>
          {isOdd(delay) && (
            <span className={s.muted}>
              It says that it happened {durationInWords(Math.abs(delay))} {delay > 0 ? 'before' : 'after'} it came. If
              somebody punched just now, the clock or the zone is wrong.
            </span>
          )}
        </p>
      </div>
      <p className={s.actions}>
        {canCall('GET /attendance') && <Link href={attendance}>Show its attendance</Link>}
        {kind !== 'webhook' && <Link href={deviceAddress(controllerId, 'events')}>Show what it sent</Link>}
      </p>
    </>
  );
}
