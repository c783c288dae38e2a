// Shown while the session is being restored.

import { brand } from '../../platform/boot/siteMeta.ts';
import { Spinner } from '../../platform/ui/feedback/Spinner.tsx';
import * as s from './Splash.module.css';

export function Splash() {
  return (
    <div className={s.splash}>
      <p className={`logo ${s.brand}`}>{brand()}</p>
      <Spinner label="Loading…" />
    </div>
  );
}
