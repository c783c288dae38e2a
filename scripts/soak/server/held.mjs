// Loaded into the server before anything of it: on SIGUSR2 it says what it holds once all garbage is gone.
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
let times = 0;

process.on('SIGUSR2', async () => {
  // What one collection finalises, the next one frees.
  for (let pass = 0; pass < 3; pass++) {
    collectGarbage();
    await turn();
  }
  const { heapUsed, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo();
  const connections = handles.filter((kind) => kind === 'TCPSocketWrap').length;
  const held = { heap: heapUsed, resident: rss, connections, handles: handles.length - connections };
  console.error(`held ${++times} ${JSON.stringify(held)}`);
});
