import { base, connection, ready } from './entry.ts';
import '../styles/base.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';

/** In milliseconds: how long the page stays empty before it shows that it is loading. */
const splashDelay = 300;

function mount() {
  const root = document.getElementById('root');
  // A transition renders in slices, so the page stays responsive.
  if (root) startTransition(() => createRoot(root).render(<App base={base} connection={connection} />));
}

// A failed load is reported by the component that needs the code.
const settled = ready.catch(() => undefined);
void Promise.race([settled, new Promise((resolve) => setTimeout(resolve, splashDelay))]).then(mount);
