// Launches the browser named by CHROMIUM, otherwise the first one on the PATH.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

export function launchChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const executablePath = process.env.CHROMIUM ?? candidates.find((file) => existsSync(file));
  if (!executablePath) throw new Error(`No browser found: install ${names.join(' or ')}, or set CHROMIUM`);
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}
