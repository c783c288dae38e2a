// What the shell needs only once its screen is there: keeping the focus, shortcuts, and the styles for paper and for the
// row at the cursor. The styles are part of the complete stylesheet.

import '../../../styles/print.css';
import '../../../styles/cursor.css';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useConnection } from '../../session/useSession.ts';
import { keepFocus } from '../../ui/overlays/keepFocus.ts';
import { listenForKeys } from '../keyboard/listenForKeys.ts';
import { forgetRecents } from '../palette/recents.ts';
import type { ShellDialogName } from './dialogName.ts';

export function ShellExtras({ showDialog }: { showDialog(name: ShellDialogName): void }) {
  const { session } = useConnection();
  const [, navigate] = useLocation();
  useEffect(keepFocus, []);
  useEffect(() => listenForKeys(session, { show: showDialog, navigate }), [session, showDialog, navigate]);
  useEffect(() => session.subscribe(() => session.state().status === 'signedOut' && forgetRecents()), [session]);
  return null;
}
