// Prepares each process that runs test files, before the first file.
import module from 'node:module';

// Does what `resolve.alias` in vitest.config.ts does, for sources that Node loads itself.
const replacement = new URL('../console/noWorker.ts', import.meta.url).href;

module.registerHooks?.({
  resolve: (specifier, context, next) =>
    specifier.startsWith('worker:') ? { url: replacement, shortCircuit: true } : next(specifier, context),
});

// However a run is interrupted, its processes exit, which ends their children. Vitest replaces process.exit.
const exit = process.exit.bind(process);
for (const event of ['disconnect', 'SIGINT', 'SIGTERM']) process.once(event, () => exit());
