// After each test of the console: the page, its storage and the answers that the test defined go. The files of a process
// share its modules, so this stands here: a module that they import runs once.

import { afterEach } from 'vitest';
import { closeConsole } from '../console/console.tsx';

afterEach(closeConsole);
