// Sets the test server's time zone even before a console is open, and after each test clears the page, its storage and
// the test's answers. This needs a setup file: files of a process share imported modules, which run only once.

import { afterEach } from 'vitest';
import { keepTimeOf } from '../../../src/shared/words/keptZone.ts';
import { closeConsole } from '../console/console.tsx';

keepTimeOf('UTC');
afterEach(closeConsole);
