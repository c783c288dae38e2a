// What the shell needs only once its screen is there: saved views and help in the sidebar, shortcuts, and the
// styles for paper and for the row at the cursor. The styles are part of the complete stylesheet.

import '../../../styles/print.css';
import '../../../styles/cursor.css';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { showThemeInFrame } from '../../platform/hooks/frameTheme.ts';
import { useConnection } from '../../platform/session/useSession.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { listenForKeys } from '../keyboard/listenForKeys.ts';
import { ViewLinks } from '../views/ViewLinks.tsx';
import type { ShellDialogName } from './dialogName.ts';
import { OverlaysPart } from './overlaysPart.ts';
import { ShellDialogPart } from './shellDialogPart.ts';
import * as s from './ShellExtras.module.css';

/** So that what is typed after Ctrl+K is not lost. A failure is reported when one is opened. */
function preloadDialogs() {
  for (const part of [OverlaysPart, ShellDialogPart]) part.load().catch(() => undefined);
}

interface ShellExtrasProps {
  showDialog(name: ShellDialogName): void;
  onFollow(): void;
}

export function ShellExtras({ showDialog, onFollow }: ShellExtrasProps) {
  const { session } = useConnection();
  const [, navigate] = useLocation();
  useEffect(preloadDialogs, []);
  useEffect(showThemeInFrame, []);
  useEffect(() => listenForKeys(session, { show: showDialog, navigate }), [session, showDialog, navigate]);
  return (
    <>
      <ViewLinks onFollow={onFollow} onManage={() => showDialog('views')} />
      <Button kind="quiet" size="small" className={s.help} onClick={() => showDialog('shortcuts')}>
        Keyboard shortcuts
      </Button>
    </>
  );
}
