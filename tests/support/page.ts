// The environment of tests that need both a page and the real server: happy-dom's document in a process
// whose modules are Node's.

import { builtinEnvironments, type Environment } from 'vitest/runtime';

const page: Environment = { ...builtinEnvironments['happy-dom'], name: 'page', viteEnvironment: 'ssr' };

export default page;
