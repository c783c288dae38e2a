// Says in one sentence that the tests cannot start here, where vitest would advise to remove the lock file: npm leaves
// packages out that do not want the Node it runs on, and Node 24 then comes too late.
import './build/requireNode.mjs';

await import('rolldown').catch(() => {
  console.error(
    'The tests lack a package that npm left out: run `npm ci` with Node 20.19, 22.13 or newer, and try again.',
  );
  process.exit(1);
});
