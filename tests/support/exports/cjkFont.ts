// A font with Chinese characters, as somebody might add one to the site. On Debian, as root, it is installed.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const file = '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf';
const install = ['apt-get', 'install', '-y', '--no-install-recommends', 'fonts-droid-fallback'] as const;

export function cjkFont(): string {
  if (existsSync(file)) return file;
  const [program, ...rest] = install;
  if (process.getuid?.() === 0) execFileSync(program, rest, { stdio: 'inherit' });
  if (!existsSync(file)) throw new Error(`This test needs a font. On Debian: sudo ${install.join(' ')}`);
  return file;
}
