// After each test of a component: what it rendered goes.

import { afterEach } from 'vitest';
import { cleanup } from '../console/render.tsx';

afterEach(cleanup);
