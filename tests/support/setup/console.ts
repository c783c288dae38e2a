// Days are those of the test server before a console is open, too. After each test of the console: the page, its storage
// and the answers that the test defined go. The files of a process share its modules, so this stands here: a module that
// they import runs once.

import { afterEach } from 'vitest';
import { keepTimeOf } from '../../../src/shared/words/keptZone.ts';
import { closeConsole } from '../console/console.tsx';

keepTimeOf('UTC');
afterEach(closeConsole);
