// Mounts the console; nothing else.

import { base, connection, ready } from './entry.ts';
import '../styles/base.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/Console.tsx';

/** In milliseconds: how long the page stays empty rather than to say that it loads. */
const patience = 300;

function mount() {
  const root = document.getElementById('root');
  // As a transition: in slices that leave the page free to answer.
  if (root) startTransition(() => createRoot(root).render(<Console base={base} connection={connection} />));
}

// Whoever misses what did not arrive says so.
const settled = ready.catch(() => undefined);
void Promise.race([settled, new Promise((resolve) => setTimeout(resolve, patience))]).then(mount);
