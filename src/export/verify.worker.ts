// The worker that verifies a file.

import { verify } from './verify.ts';

self.addEventListener('message', async ({ data: file }: MessageEvent<File>) =>
  self.postMessage(await verify(file)),
);
