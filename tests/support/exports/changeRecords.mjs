// Requests a change from a test's server every few milliseconds, until the test kills this process.
const [, , address] = process.argv;

for (;;) {
  await fetch(address).catch(() => process.exit());
  await new Promise((resolve) => setTimeout(resolve, 5));
}
