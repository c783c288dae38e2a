// The standard streams of the process: they carry the log, and must never end the server.

/** Ignores a reader that went away, as in `node build/server.mjs | head`. What is written after that is lost. */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Half an export on a full disk is a failure of the command, unlike a reader that wants no more. */
export function failOnLostOutput(): void {
  process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    console.error(`The output could not be written: ${message}`);
    process.exitCode = 1;
  });
}

/** Node 22 warns about node:sqlite, which Node 24 has made stable. Other warnings are printed as usual. */
export function hideExperimentalWarnings(): void {
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning').on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning') return;
    for (const listener of listeners) listener(warning);
  });
}
