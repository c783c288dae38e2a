// The browser of the scripts: the one that CHROMIUM names, or else the first on the path.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

export function launchChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const places = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const executablePath = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
  if (!executablePath) throw new Error(`None of these is installed: ${names.join(', ')}`);
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}
