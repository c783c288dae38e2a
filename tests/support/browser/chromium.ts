import { type Browser, chromium } from 'playwright-core';

const flags = [
  'no-sandbox',
  'disable-gpu',
  'disable-quic',
  'no-first-run',
  'disable-background-networking',
  'disable-component-update',
  'disable-sync',
];

export function launchChromium(executablePath: string, downloadsPath: string): Promise<Browser> {
  return chromium.launch({ executablePath, downloadsPath, args: flags.map((flag) => `--${flag}`) });
}
