// What `resolve.alias` of vitest.config.ts does where Node loads the sources itself.
import module from 'node:module';

const replacement = new URL('../console/noWorker.ts', import.meta.url).href;

module.registerHooks?.({
  resolve: (specifier, context, next) =>
    specifier.startsWith('worker:') ? { url: replacement, shortCircuit: true } : next(specifier, context),
});
