// After each test of a component: its page goes.

import { afterEach } from 'vitest';
import { closePage } from '../console/render.tsx';

afterEach(closePage);
