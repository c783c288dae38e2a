// What the device is asked to do, and what it answered. It fetches its commands itself, every few seconds.

import type { DeviceCommand, DeviceCommandKind } from '../../../shared/contract/entities/devices.ts';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { formatTime } from '../../../shared/words/time.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useReloadWhile } from '../../../platform/hooks/useReloadWhile.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { commandName, commandState } from '../words.ts';
import * as s from './Commands.module.css';

const call = 'POST /access-controllers/{id}/device/commands';
/** In milliseconds: as often as a device asks for its commands. */
const pause = 10_000;

export function Commands({ controllerId }: { controllerId: number }) {
  const commands = useResource('GET /access-controllers/{id}/device/commands', { id: controllerId });
  const mayAsk = useCanCall()(call);
  const ask = useAction(call, { report: 'toast' });
  const isOpen = ({ state }: DeviceCommand) => state === 'waiting' || state === 'asked';
  useReloadWhile(commands.data?.some(isOpen) ?? false, commands, pause);

  const button = (label: string, command: DeviceCommandKind) => (
    <Button size="small" busy={ask.busy} onClick={() => void ask.run({ id: controllerId, body: { command } })}>
      {label}
    </Button>
  );
  return (
    <Panel
      title="Commands"
      aside={
        mayAsk && (
          <div className={s.buttons}>
            {button('Ask for Its State', 'info')}
            {button('Set Its Clock', 'set_clock')}
          </div>
        )
      }
    >
      <ResourceView resource={commands} skeleton={<LineSkeleton label="Loading commands…" lines={3} />}>
        {(list) =>
          list.length === 0 ? (
            <p className={s.muted}>The device has not been asked anything yet.</p>
          ) : (
            <ul className={s.commands}>
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
    <li className={s.command}>
      <span>
        {commandName(command)}
        {command.answer && <span className={s.answer}>{command.answer}</span>}
        <span className={s.muted}>{[formatTime(command.created_at), command.author].filter(Boolean).join(' · ')}</span>
      </span>
      <Badge tone={tone}>{name}</Badge>
    </li>
  );
}
