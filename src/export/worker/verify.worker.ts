// The worker that verifies a file. Nothing is the answer where it cannot be read.

import { verify } from '../proof/verify.ts';

self.addEventListener('message', async ({ data: file }: MessageEvent<File>) =>
  self.postMessage(await verify(file).catch(() => undefined)),
);
