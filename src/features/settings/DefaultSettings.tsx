// The settings that the server reads and nobody has set: their default values, and a button to set each.

import { useState } from 'react';
import type { Setting } from '../../shared/contract/entities/settings.ts';
import type { KnownSetting } from '../../shared/contract/knownSettings.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { SettingDialog } from './SettingDialog.tsx';
import { shownValue } from './shownValue.ts';
import { useKnownSettings } from './useKnownSettings.ts';
import * as s from './DefaultSettings.module.css';

export function DefaultSettings({ settings }: { settings: readonly Setting[] }) {
  const maySet = useCanCall()('POST /settings');
  const [open, setOpen] = useState<KnownSetting>();
  const unset = useKnownSettings().filter(({ key }) => !settings.some((setting) => setting.key === key));
  const close = () => setOpen(undefined);

  return (
    <>
      {unset.length > 0 && (
        <div className={s.panel}>
          <Panel title="Default Values">
            <p className={s.intro}>These settings are not set. The server uses their default values.</p>
            <ul className={s.list}>
              {unset.map((known) => (
                <li key={known.key} className={s.item}>
                  <span>
                    <span className={s.key}>{known.key}</span>
                    <span className={s.description}>{known.description}</span>
                  </span>
                  <span className={s.value}>{shownValue({ ...known, value: known.defaultValue })}</span>
                  {maySet && (
                    <Button aria-label={`Set ${known.key}`} onClick={() => setOpen(known)}>
                      Set
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      )}
      {open && <SettingDialog known={open} close={close} saved={close} />}
    </>
  );
}
