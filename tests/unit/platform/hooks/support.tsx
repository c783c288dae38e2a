// Renders a hook inside a real session against a scripted server.

import type { ReactNode } from 'react';
import { createConnection } from '../../../../src/platform/session/connection.ts';
import { SessionProvider } from '../../../../src/platform/session/session.tsx';
import { act, render } from '../../../support/console/render.tsx';
import type { ScriptedServer } from '../../../support/console/scriptedServer.ts';

export function renderInSession(server: ScriptedServer, content: ReactNode) {
  const connection = createConnection(server.base, () => import('../../../../src/app/ahead.ts'));
  return render(<SessionProvider connection={connection}>{content}</SessionProvider>);
}

/** Renders a hook; `now` is its latest result. */
export async function renderHook<T>(server: ScriptedServer, useIt: () => T): Promise<{ readonly now: T }> {
  const box: { now?: T } = {};
  function Probe() {
    box.now = useIt();
    return null;
  }
  await renderInSession(server, <Probe />);
  return {
    get now() {
      if (!('now' in box)) throw new Error('Nothing was rendered');
      return box.now as T;
    },
  };
}

export const acting = (what: () => unknown) => act(async () => void (await what()));
