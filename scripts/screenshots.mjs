// `npm run screenshots`: signs in to a server with sample data, and takes the pictures in docs/screenshots.
import path from 'node:path';
import { build, root } from '../esbuild.config.mjs';
import { launchChromium } from './chromium.mjs';
import { signIn, withSampleServer } from './sampleServer.mjs';

const screens = {
  dashboard: '',
  companies: 'companies',
  attendance: 'attendance?panel=open&start_date=',
  'hr-sync': 'hr-sync',
  exceptions: 'exceptions',
};

await build();
const browser = await launchChromium();
try {
  await withSampleServer(async (server) => {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    await signIn(page, server);
    for (const [name, route] of Object.entries(screens)) {
      await page.goto(`${server.address}/${route}`, { waitUntil: 'networkidle' });
      await page.screenshot({ path: path.join(root, `docs/screenshots/${name}.png`) });
    }
  });
} finally {
  await browser.close();
}
