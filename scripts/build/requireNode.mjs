// Runs before everything else, also in front of the built server, where a name of its own could clash: whoever
// starts us with an older Node is told so in a sentence.
if (process.versions.node.localeCompare('22.13', 'en', { numeric: true }) < 0) {
  console.error(`Rollcall needs Node 22.13 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
