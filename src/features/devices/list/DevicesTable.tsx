// Controllers with their devices, worst first. On phones each row becomes a card, see DevicesTable.module.css.

import { useMemo } from 'react';
import { Link } from 'wouter';
import { TimeAgo } from '../../../platform/lists/TimeAgo.tsx';
import type { ConnectedDevice } from '../../../shared/contract/devices.ts';
import { claimName, deviceName, kindName } from '../../../shared/words/deviceWords.ts';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { type Column, Table } from '../../../platform/ui/data/Table.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import { deviceAddress, evidenceAddress } from '../addresses.ts';
import { driftInWords, levelTone, worstFirst } from '../words.ts';
import { MemoryBar } from '../state/MemoryBar.tsx';
import * as s from './DevicesTable.module.css';

interface DevicesTableProps {
  devices: readonly ConnectedDevice[];
  /** Kind of claim that the list is filtered by; '' for all. */
  claim: string;
  busy: boolean;
}

export function DevicesTable({ devices, claim, busy }: DevicesTableProps) {
  const columns = useMemo(() => columnsFor(claim), [claim]);
  return (
    <Table
      className={s.devices}
      caption="Devices"
      rows={devices}
      rowKey={({ controller }) => controller.id}
      columns={columns}
      busy={busy}
    />
  );
}

const columnsFor = (kind: string): readonly Column<ConnectedDevice>[] => [
  {
    id: 'controller',
    header: 'Access Controller',
    rowHeader: true,
    className: s.controller,
    cell: ({ controller, company }) => (
      <>
        <Link href={deviceAddress(controller.id)} data-opens>
          {controller.name}
        </Link>
        <span className={s.second}>{company.name}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    className: s.state,
    cell: (row) => <State row={row} kind={kind} />,
  },
  {
    id: 'device',
    header: 'Device',
    className: s.device,
    cell: ({ controller, kind, device }) =>
      device ? (
        <>
          {deviceName(device)}
          {device.serial && <span className={s.second}>{device.serial}</span>}
        </>
      ) : (
        <>
          {kindName(kind)}
          {kind !== 'webhook' && (
            <span className={s.second}>
              <Link href={deviceAddress(controller.id, 'connect')}>Not connected yet</Link>
            </span>
          )}
        </>
      ),
  },
  {
    id: 'heard',
    header: 'Last Heard',
    narrow: true,
    className: s.heard,
    cell: ({ device, last_event_at }) => {
      const at = device?.last_heard_at || last_event_at;
      return at ? <TimeAgo at={at} /> : 'Never';
    },
  },
  {
    id: 'clock',
    header: 'Clock',
    narrow: true,
    className: s.clock,
    cell: ({ device }) => device && driftInWords(device.drift_seconds),
  },
  {
    id: 'memory',
    header: 'Memory',
    narrow: true,
    className: s.memory,
    cell: ({ device, claims }) =>
      device &&
      device.records_held !== null && (
        <MemoryBar
          held={device.records_held}
          capacity={device.capacity}
          isNearlyFull={claims.some(({ kind }) => kind === 'memory_full')}
          isBrief
        />
      ),
  },
];

/** The worst claim, or the one the list is filtered by, with a link to its evidence. */
function State({ row: { controller, claims }, kind }: { row: ConnectedDevice; kind: string }) {
  const claim = claims.find((each) => each.kind === kind) ?? worstFirst(claims)[0];
  if (!claim) return <Badge tone="good">In order</Badge>;
  // Claims without a list of their own lead to the state of the device.
  const evidence = evidenceAddress(controller.id, claim) ?? deviceAddress(controller.id);
  return (
    <>
      <Badge tone={levelTone(claim.level)}>{claimName(claim.kind)}</Badge>
      <span className={s.second}>
        {claim.sentence}{' '}
        <Link href={evidence}>
          Show the evidence
          <VisuallyHidden>
            {' '}
            of: {claimName(claim.kind)}, {controller.name}
          </VisuallyHidden>
        </Link>
        {claims.length > 1 && (
          <>
            {' '}
            <Link href={deviceAddress(controller.id)}>and {claims.length - 1} more</Link>
          </>
        )}
      </span>
    </>
  );
}
