import { started } from './entry.ts';
import '../styles/base.css';
import { type ReactNode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { loadSiteDataBlocked } from './app/pages.ts';

/** Milliseconds before an empty page shows that it is loading. */
const splashDelay = 300;

function mount(page: ReactNode) {
  const root = document.getElementById('root');
  // A transition renders in slices, which keeps the page responsive.
  if (root) startTransition(() => createRoot(root).render(page));
}

if (started) {
  const { base, connection, ready } = started;
  // Failed loads are reported by the component that needs the code.
  const settled = ready.catch(() => undefined);
  void Promise.race([settled, new Promise((resolve) => setTimeout(resolve, splashDelay))]).then(() =>
    mount(<App base={base} connection={connection} />),
  );
} else {
  void loadSiteDataBlocked().then(({ default: SiteDataBlocked }) => mount(<SiteDataBlocked />));
}
