// Asks a test's server for a change every few milliseconds, from a process of its own, until it is ended.
const [, , address] = process.argv;

for (;;) {
  await fetch(address).catch(() => process.exit());
  await new Promise((resolve) => setTimeout(resolve, 5));
}
