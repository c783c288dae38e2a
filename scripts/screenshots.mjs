// `npm run screenshots`: signs in to a server with sample data, and takes the pictures in docs/screenshots.
import path from 'node:path';
import { build, root } from '../esbuild.config.mjs';
import { launchChromium } from './chromium.mjs';
import { readOptions } from './readOptions.mjs';
import { signIn, withSampleServer } from './sampleServer.mjs';

readOptions(import.meta.filename);

const screens = {
  dashboard: '',
  companies: 'companies',
  attendance: 'attendance?panel=open&start_date=',
  'hr-sync': 'hr-sync',
  exceptions: 'exceptions',
};

/** Setup panels of devices, by kind. */
const panels = {
  'device-zkteco': 'ZKTeco',
  'device-hikvision': 'Hikvision',
  'device-json': 'JSON over HTTP',
};
const fileOf = (name) => path.join(root, `docs/screenshots/${name}.png`);
const devices = { DEVICES_PORT: '0', DEVICES_URL: 'http://192.168.1.10:4001' };

/** HR connections, by the system that is chosen. */
const connections = { 'hr-connection': 'Tryton' };

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
      await page.goto(`${server.address}/${route}`);
      await page.getByRole('button', { name: 'Auto-Refresh' }).waitFor(); // loads after the screen
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: fileOf(name) });
    }
    for (const [name, system] of Object.entries(connections)) {
      await page.goto(`${server.address}/companies?q=Ashdown`, { waitUntil: 'networkidle' });
      await page.getByRole('link', { name: /^Ashdown/ }).click();
      await page.getByRole('link', { name: 'HR', exact: true }).click();
      await page.getByRole('radio', { name: system }).check();
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: fileOf(name) });
    }
    for (const [index, [name, kind]] of Object.entries(panels).entries()) {
      await page.goto(`${server.address}/access-controllers?id=${index + 1}&tab=connect`, { waitUntil: 'networkidle' });
      await page.getByRole('radio', { name: kind }).check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page
        .getByText(/^(?:Waiting for|Heard) /)
        .first()
        .waitFor();
      await page.getByRole('main').screenshot({ path: fileOf(name) });
    }
  }, devices);
} finally {
  await browser.close();
}
