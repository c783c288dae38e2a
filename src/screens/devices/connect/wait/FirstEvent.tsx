// The latest event of the device, from the first on: who, when and which way.

import { Link } from 'wouter';
import clsx from 'clsx';
import { paths } from '../../../../boot/paths.ts';
import type { DeviceSetup } from '../../../../contract/entities/devices.ts';
import { addressOf } from '../../../../format/address.ts';
import { lastTwoWeeks } from '../../../../format/periods.ts';
import { plural } from '../../../../format/plural.ts';
import { useMay } from '../../../../session/useMay.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { deviceAddress } from '../../addresses.ts';
import { useLatestEvent } from './useLatestEvent.ts';
import { Waiting } from './Waiting.tsx';
import * as s from './WaitStep.module.css';

interface FirstEventProps {
  controllerId: number;
  setup: DeviceSetup;
  kind: string;
}

export function FirstEvent({ controllerId, setup, kind }: FirstEventProps) {
  const may = useMay();
  const latest = useLatestEvent(controllerId, setup, kind);
  if (!latest) {
    return (
      <Waiting note={kind === 'webhook' ? 'Run the command above' : 'Have somebody check in at the device'}>
        Waiting for the first event…
      </Waiting>
    );
  }
  const { person, time, direction, problem, total } = latest;
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
        </p>
      </div>
      <p className={s.actions}>
        {may('GET /attendance') && <Link href={attendance}>Show its attendance</Link>}
        {kind !== 'webhook' && <Link href={deviceAddress(controllerId, 'events')}>Show what it sent</Link>}
      </p>
    </>
  );
}
