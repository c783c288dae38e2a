// Mounts the console; nothing else.

import '../styles/base.css';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { App } from './App.tsx';
import { apiBase, siteBase } from './page.ts';
import { SessionProvider } from './session/SessionProvider.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <Router base={siteBase(import.meta.url)}>
      <SessionProvider apiBase={apiBase()}>
        <App />
      </SessionProvider>
    </Router>,
  );
}
