// Mounts the console; nothing else.

import { base, connection } from './early.ts';
import '../styles/base.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './Console.tsx';

const root = document.getElementById('root');
// As a transition: in slices that leave the page free to answer.
if (root) startTransition(() => createRoot(root).render(<Console base={base} connection={connection} />));
