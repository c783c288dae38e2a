// Mounts the console; nothing else.

import '../styles/base.css';
import { createRoot } from 'react-dom/client';
import { Console } from './Console.tsx';
import { apiBase, siteBase } from './page.ts';

const root = document.getElementById('root');
if (root) createRoot(root).render(<Console base={siteBase(import.meta.url)} apiBase={apiBase()} />);
