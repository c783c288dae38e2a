// Preloaded into the server: on SIGUSR2, collects garbage and prints memory use and open handles.
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
let reports = 0;

process.on('SIGUSR2', async () => {
  // Objects finalized by one collection are freed by the next.
  for (let pass = 0; pass < 3; pass++) {
    collectGarbage();
    await setImmediate();
  }
  const { heapUsed: heap, rss: resident } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const connections = resources.filter((type) => type === 'TCPSocketWrap').length;
  const usage = { heap, resident, connections, handles: resources.length - connections };
  console.error(`usage ${++reports} ${JSON.stringify(usage)}`);
});
