// Stops an outdated Node with one clear sentence. It runs before everything else, even in the built server, so it
// defines no names that could clash there.
if (process.versions.node.localeCompare('22.13', 'en', { numeric: true }) < 0) {
  console.error(`Rollcall needs Node 22.13 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
