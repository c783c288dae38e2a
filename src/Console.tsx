// The whole console, for a site that stands under `base` and an API that stands at `apiBase`.

import { useState } from 'react';
import { Router } from 'wouter';
import { App } from './App.tsx';
import type { Decoders } from './api/client.ts';
import { placeWithin } from './paths.ts';
import { loadSignedIn } from './routes.tsx';
import { SessionProvider } from './session/SessionProvider.tsx';

export function Console({ base, apiBase }: { base: string; apiBase: string }) {
  const [decoder] = useState(() => decodersWithScreens(base));
  return (
    <Router base={base}>
      <SessionProvider apiBase={apiBase} decoder={decoder}>
        <App />
      </SessionProvider>
    </Router>
  );
}

function decodersWithScreens(base: string): Decoders {
  return async (key) => {
    const { answerDecoder } = await loadSignedIn(placeWithin(base, location.pathname), location.search);
    return answerDecoder(key);
  };
}
