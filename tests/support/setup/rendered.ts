// Clears the page after each test of a component.

import { afterEach } from 'vitest';
import { closePage } from '../console/render.tsx';

afterEach(closePage);
