// Says in one sentence that the tests cannot start here, where vitest would advise removing the lock file. npm leaves
// out packages that do not support the Node it runs on, and switching to Node 24 afterwards is too late.
import './build/requireNode.mjs';

await import('rolldown').catch(() => {
  console.error(
    'The tests lack a package that npm left out: run `npm ci` with Node 20.19, 22.13 or newer, and try again.',
  );
  process.exit(1);
});
