// What is chosen for this browser only: the theme, and whether single keys are shortcuts.

import { switchShortcuts, useShortcutsOn } from '../../../platform/hooks/shortcutSwitch.ts';
import { useTheme } from '../../../platform/hooks/useTheme.ts';
import { Checkbox } from '../../../platform/ui/forms/Checkbox.tsx';
import * as s from './Preferences.module.css';

const themes = [
  { value: '', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function Preferences() {
  const [theme, choose] = useTheme();
  const isOn = useShortcutsOn();
  return (
    <div className={s.preferences}>
      <fieldset>
        <legend>Theme</legend>
        <div className={s.themes}>
          {themes.map(({ value, label }) => (
            <label key={value} className={s.choice}>
              <input type="radio" name="theme" checked={theme === value} onChange={() => choose(value)} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <label className={s.choice}>
        <Checkbox checked={isOn} onChange={(event) => switchShortcuts(event.target.checked)} />
        Keyboard shortcuts of single keys
      </label>
      <p className={s.note}>Kept in this browser. Press ? to see all shortcuts.</p>
    </div>
  );
}
