// The whole console, for a site that stands under `base`.

import { Router } from 'wouter';
import { App } from './App.tsx';
import type { Connection } from '../session/connection.ts';
import { SessionProvider } from '../session/SessionProvider.tsx';

export function Console({ base, connection }: { base: string; connection: Connection }) {
  return (
    <Router base={base}>
      <SessionProvider connection={connection}>
        <App />
      </SessionProvider>
    </Router>
  );
}
