// The doors in trouble and the devices that wait for approval, above the list of doors. It starts collapsed on a phone,
// where it would push the list out of sight.

import { useState } from 'react';
import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { doorAddress } from '../../platform/records/recordLinkTo.ts';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { ListRow } from '../../platform/ui/data/ListRow.tsx';
import type { Page } from '../../shared/contract/decode.ts';
import { type ConnectedDevice, type Device, trouble } from '../../shared/contract/devices.ts';
import { addressOf } from '../../shared/words/address.ts';
import { claimName } from '../../shared/words/deviceWords.ts';
import { groupDigits, plural } from '../../shared/words/plural.ts';
import { WaitingDevices } from '../devices/waiting/WaitingDevices.tsx';
import { levelTone } from '../devices/words.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './DoorsInTrouble.module.css';

interface DoorsInTroubleProps {
  companyId: string;
  doors: Page<ConnectedDevice> | undefined;
  waiting: readonly Device[];
  /** True while nothing is known: the list waits for it, or would be pushed down. */
  isLoading: boolean;
}

export default function DoorsInTrouble({ companyId, doors, waiting, isLoading }: DoorsInTroubleProps) {
  const [isOpen, setOpen] = useState(() => !matchMedia('(max-width: 767px)').matches);
  const total = doors?.total ?? 0;
  const summary = [
    total > 0 && `${plural(total, 'door')} in trouble`,
    waiting.length > 0 && `${plural(waiting.length, 'device')} ${waiting.length === 1 ? 'waits' : 'wait'} for approval`,
  ].filter(Boolean);
  if (summary.length === 0 || isLoading) return null;
  return (
    <details
      className={`${layout.box} ${s.panel}`}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{summary.join(' · ')}</h2>
      </summary>
      <ul className={layout.list} aria-label="Doors in trouble">
        {doors?.data.map((door) => (
          <Door key={door.controller.id} door={door} />
        ))}
      </ul>
      {doors && total > doors.data.length && (
        <p className={s.all}>
          <Link href={addressOf(paths.accessControllers, { company_id: companyId || undefined, claim: trouble })}>
            Show all {groupDigits(total)}
          </Link>
        </p>
      )}
      <WaitingDevices devices={waiting} />
    </details>
  );
}

function Door({ door: { controller, company, claims } }: { door: ConnectedDevice }) {
  const [claim] = claims;
  return (
    claim && (
      <ListRow badge={<Badge tone={levelTone(claim.level)}>{claimName(claim.kind)}</Badge>}>
        <Link href={doorAddress(controller.id)}>{controller.name}</Link>{' '}
        <span className={layout.muted}>
          {company.name} · {claim.sentence}
        </span>
      </ListRow>
    )
  );
}
