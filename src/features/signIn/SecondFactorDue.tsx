// In place of every screen, for somebody whose role asks for a second factor and who has none yet.

import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { ScreenHeader } from '../../platform/ui/layout/ScreenHeader.tsx';
import { SecondFactorPanel } from './factors/SecondFactorPanel.tsx';
import * as s from './SecondFactorStep.module.css';

export function SecondFactorDue() {
  return (
    <div className={s.due}>
      <ScreenHeader title="Set up a second factor" subtitle="Your role asks for one before you go on" />
      <Panel title="Second factor">
        <SecondFactorPanel />
      </Panel>
    </div>
  );
}
