// Lets a command continue when the reader of its output goes away, as in `npm run sbom | head`.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
