// In the processes that run test files, before the first one.
import module from 'node:module';

// What `resolve.alias` of vitest.config.ts does where Node loads the sources itself.
const replacement = new URL('../console/noWorker.ts', import.meta.url).href;

module.registerHooks?.({
  resolve: (specifier, context, next) =>
    specifier.startsWith('worker:') ? { url: replacement, shortCircuit: true } : next(specifier, context),
});

// However a run is interrupted, its processes exit, and so end those that they have started. Vitest replaces process.exit.
const exit = process.exit.bind(process);
for (const event of ['disconnect', 'SIGINT', 'SIGTERM']) process.once(event, () => exit());
