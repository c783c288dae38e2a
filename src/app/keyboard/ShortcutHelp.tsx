// Lists all shortcuts, with the switch that turns single-character ones off, and the version of the console.

import { useState } from 'react';
import { switchShortcuts, useShortcutsOn } from '../../platform/hooks/shortcutSwitch.ts';
import { useUser } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import { version } from '../../shared/version.ts';
import { commandKey, type Shortcut, shortcutsOf } from './shortcuts.ts';
import * as s from './ShortcutHelp.module.css';

export default function ShortcutHelp({ onClose }: { onClose(): void }) {
  const user = useUser();
  // Only lists what the screen under the dialog has.
  const [groups] = useState(() =>
    shortcutsOf(user)
      .map(({ title, shortcuts }) => ({ title, shortcuts: shortcuts.filter(({ exists }) => exists?.() ?? true) }))
      .filter(({ shortcuts }) => shortcuts.length > 0),
  );
  const isOn = useShortcutsOn();
  return (
    <Dialog
      title="Keyboard Shortcuts"
      size="large"
      isForReading
      onClose={onClose}
      footer={(requestClose) => <Button onClick={requestClose}>Close</Button>}
    >
      <div className={s.groups}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className={s.title}>{title}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <Keys key={shortcut.does} shortcut={shortcut} isOn={isOn} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={s.onOff}>
        <label className={s.label}>
          <Checkbox checked={isOn} onChange={(event) => switchShortcuts(event.target.checked)} />
          Use shortcuts of single keys
        </label>
        <p>{commandKey} K always works. The rest does nothing while you type in a field or a dialog is open.</p>
        <p>{`Version ${version}`}</p>
      </div>
    </Dialog>
  );
}

function Keys({ shortcut: { keys, withCommand, does }, isOn }: { shortcut: Shortcut; isOn: boolean }) {
  const shown = withCommand ? [commandKey, ...keys.map((key) => key.toUpperCase())] : keys;
  return (
    <div className={withCommand || isOn ? s.shortcut : s.off}>
      <dt>{does}</dt>
      <dd>
        {shown.map((key, index) => (
          <kbd key={index} className={s.key}>
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
