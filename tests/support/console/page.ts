// The environment of tests that need a page: happy-dom's document in a process whose modules are Node's.

import { builtinEnvironments, type Environment } from 'vitest/runtime';

const happyDom = builtinEnvironments['happy-dom'];

/** Silences happy-dom, which prints every failed request: many tests cause failures on purpose. */
const withoutErrors: Console = Object.create(console, { error: { value: () => undefined } });

const page: Environment = {
  ...happyDom,
  name: 'page',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    const { console } = global;
    global.console = withoutErrors;
    try {
      return await happyDom.setup(global, options);
    } finally {
      global.console = console;
    }
  },
};

export default page;
