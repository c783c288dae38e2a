// Tells whether a device can be trusted, with its facts and commands.

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useReloadWhile } from '../../../platform/hooks/useReloadWhile.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { doorAddress } from '../../../platform/records/recordLinkTo.ts';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Facts } from '../../../platform/ui/data/CardGrid.tsx';
import { DottedLine } from '../../../platform/ui/data/DottedLine.tsx';
import { ListRow } from '../../../platform/ui/data/ListRow.tsx';
import { ResourceView } from '../../../platform/ui/data/ResourceView.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import type { DeviceCommand } from '../../../shared/contract/deviceEvents.ts';
import { kindOfDevice } from '../../../shared/contract/deviceKinds.ts';
import type { Claim, Device, DeviceSetup } from '../../../shared/contract/devices.ts';
import { claimName } from '../../../shared/words/deviceWords.ts';
import { moment, shortMoment } from '../../../shared/words/moment.ts';
import { groupDigits, plural } from '../../../shared/words/plural.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { signedOffset } from '../../../shared/words/timeZones.ts';
import { type DeviceTabProps, evidenceAddress } from '../addresses.ts';
import { CommandButton } from '../CommandButton.tsx';
import { commandName, commandState, driftInWords, inactiveDoor, isConnected, levelTone } from '../words.ts';
import { SilentDoor } from './SilentDoor.tsx';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './StateTab.module.css';

export default function StateTab({ setup }: DeviceTabProps) {
  const { device, rules } = setup;
  const takesCommands = device !== null && rules !== null && kindOfDevice(rules.kind).takesCommands;
  return (
    <div className={layout.stack4}>
      <Panel title="Known problems">
        <Claims setup={setup} />
      </Panel>
      <div className={takesCommands ? `${layout.stack4} ${s.columns}` : undefined}>
        <Panel title="The device">
          <DeviceFacts setup={setup} />
        </Panel>
        {takesCommands && <Commands controllerId={setup.controller.id} />}
      </div>
    </div>
  );
}

/** Claims, each with a link to its evidence. */
function Claims({ setup }: { setup: DeviceSetup }) {
  if (setup.claims.length === 0) {
    const isFine = setup.is_active && isConnected(setup);
    return (
      <p className={`${layout.row} ${layout.muted}`}>
        <Icon name={isFine ? 'check' : 'warning'} />
        {isFine ? (
          'No problem is known.'
        ) : setup.is_active ? (
          <>No device is connected. {connectLink(setup)}</>
        ) : (
          inactiveDoor
        )}
      </p>
    );
  }
  return (
    <ul className={`${layout.list} ${s.rows}`}>
      {setup.claims.map((claim, index) => (
        <ClaimEntry key={index} setup={setup} claim={claim} />
      ))}
    </ul>
  );
}

const connectLink = ({ controller }: DeviceSetup) => (
  <Link href={doorAddress(controller.id, 'connect')}>Connect a device</Link>
);

function ClaimEntry({ setup, claim }: { setup: DeviceSetup; claim: Claim }) {
  const { kind, level, sentence, since } = claim;
  const to = evidenceAddress(setup.controller.id, claim);
  return (
    <ListRow
      badge={<Badge tone={levelTone(level)}>{claimName(kind)}</Badge>}
      end={
        <DottedLine
          parts={[
            since && <span className={layout.muted}>since {shortMoment(since)}</span>,
            to && (
              <Link href={to}>
                Show the evidence
                <VisuallyHidden> of: {claimName(kind)}</VisuallyHidden>
              </Link>
            ),
          ]}
        />
      }
      below={kind === 'silent' && <SilentDoor setup={setup} />}
    >
      {sentence}
      {kind === 'never_heard' && !setup.rules && <> {connectLink(setup)}</>}
    </ListRow>
  );
}

function DeviceFacts({ setup }: { setup: DeviceSetup }) {
  const { device, zone, claims, last_event_at } = setup;
  const isNearlyFull = claims.some(({ kind }) => kind === 'memory_full');
  const about = (label: string, read: (of: Device) => ReactNode) => ({
    label,
    value: device && (read(device) || unknown),
  });
  return (
    <Facts
      items={[
        about('Model', ({ model }) => model),
        about('Firmware', ({ firmware }) => firmware),
        about('Serial', ({ serial }) => serial),
        about('Address', ({ address }) => address),
        about('First heard', ({ first_heard_at }) => shownTime(first_heard_at)),
        about('Last heard', ({ last_heard_at }) => shownTime(last_heard_at)),
        { label: 'Last event', value: last_event_at ? shownTime(last_event_at) : 'None yet' },
        about('Clock', ({ drift_seconds }) => driftInWords(drift_seconds)),
        about(
          'Memory',
          ({ records_held: held, capacity }) =>
            held !== null && <MemoryBar held={held} capacity={capacity} isNearlyFull={isNearlyFull} />,
        ),
        { label: 'Time zone', value: zone },
        { label: 'Its own zone', value: device?.said_offset != null && signedOffset(device.said_offset) },
      ]}
    />
  );
}

const unknown = <span className={layout.muted}>Not known yet</span>;

const shownTime = (timestamp: string) =>
  timestamp && (
    <time dateTime={timestamp} title={formatTime(timestamp)}>
      {moment(timestamp)}
    </time>
  );

/** Milliseconds; as often as a device polls. */
const pause = 10_000;

/** Commands to the device with their answers. It fetches them itself, every few seconds. */
function Commands({ controllerId }: { controllerId: number }) {
  const commands = useResource('GET /access-controllers/{id}/device/commands', { id: controllerId });
  const isOpen = ({ state }: DeviceCommand) => state === 'waiting' || state === 'asked';
  useReloadWhile(commands.data?.some(isOpen) ?? false, commands, pause);
  return (
    <Panel
      title="Commands"
      aside={
        <div className={layout.wrap}>
          <CommandButton size="small" controllerId={controllerId} body={{ command: 'info' }}>
            Ask for Its State
          </CommandButton>
          <CommandButton size="small" controllerId={controllerId} body={{ command: 'set_clock' }}>
            Set Its Clock
          </CommandButton>
        </div>
      }
    >
      <ResourceView resource={commands} loading="Loading commands…" lines={3}>
        {(list) =>
          list.length === 0 ? (
            <p className={layout.muted}>The device has not been asked anything yet.</p>
          ) : (
            <ul className={`${layout.list} ${s.rows}`}>
              {list.map((command) => (
                <Command key={command.id} command={command} />
              ))}
            </ul>
          )
        }
      </ResourceView>
    </Panel>
  );
}

function Command({ command }: { command: DeviceCommand }) {
  const { name, tone } = commandState(command.state);
  return (
    <ListRow end={<Badge tone={tone}>{name}</Badge>}>
      {commandName(command)}
      {command.answer && <p>{command.answer}</p>}
      <p className={layout.muted}>{[moment(command.created_at), command.author].filter(Boolean).join(' · ')}</p>
    </ListRow>
  );
}

// Fill level of a device's memory, as a bar and in words.

interface MemoryBarProps {
  held: number;
  /** Null if the device does not say. */
  capacity: number | null;
  isNearlyFull: boolean;
}

function MemoryBar({ held, capacity, isNearlyFull }: MemoryBarProps) {
  if (!capacity) return plural(held, 'event');
  const share = Math.min(1, held / capacity) * 100;
  return (
    <span className={`${layout.row} ${s.memory}`}>
      <svg aria-hidden="true" className={isNearlyFull ? s.full : s.bar} width="96" height="6">
        <rect className={s.track} width="100%" height="6" rx="3" />
        <rect className={s.held} width={`${Math.max(share, held > 0 ? 3 : 0)}%`} height="6" rx="3" />
      </svg>
      <span>{`${groupDigits(held)} of ${plural(capacity, 'event')} (${Math.floor(share)}%)`}</span>
    </span>
  );
}
