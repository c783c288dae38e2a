// Finds the programs that tests need besides Node, and a fast folder for their files. As root on Debian, it installs
// missing packages; elsewhere, the tests stop and print the command for it.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Debian packages, with the path of each one's program or file if installed. */
const tools = {
  // Chromium without windows, which cost more processor time than the pages in them.
  'chromium-headless-shell': () =>
    onPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome') ??
    existing('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
  'firefox-esr': () => onPath('firefox-esr'),
  'webkit2gtk-driver': () => onPath('WebKitWebDriver'),
  xvfb: () => onPath('Xvfb'),
  postgresql: () => onPath('postgres') ?? existing(...debianClusters()),
  pgbouncer: () => existing('/usr/sbin/pgbouncer'),
  'poppler-utils': () => onPath('pdftotext'),
  // Needed for promtool.
  prometheus: () => onPath('promtool'),
  python3: () => onPath('python3'),
  // Debian's own Python: another python3 on the path may lack openpyxl.
  'python3-openpyxl': () => existing('/usr/lib/python3/dist-packages/openpyxl') && existing('/usr/bin/python3'),
  'libreoffice-calc-nogui': () => onPath('soffice', 'libreoffice'),
  qpdf: () => onPath('qpdf'),
  'zbar-tools': () => onPath('zbarimg'),
  nginx: () => existing('/usr/sbin/nginx'),
  apache2: () => existing('/usr/sbin/a2enmod') && existing('/usr/sbin/apache2'),
  systemd: () => onPath('systemd-analyze'),
  mmdebstrap: () => onPath('mmdebstrap'),
  'tryton-modules-attendance': () =>
    existing('/usr/lib/python3/dist-packages/trytond/modules/attendance') && onPath('trytond'),
  // Without it, Tryton silently takes every company to be in UTC.
  'python3-tz': () => existing('/usr/lib/python3/dist-packages/pytz'),
  'fonts-lohit-deva': () => existing('/usr/share/fonts/truetype/lohit-devanagari/Lohit-Devanagari.ttf'),
  'fonts-droid-fallback': () => existing('/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf'),
} satisfies Record<string, () => string | undefined>;

export type Tool = keyof typeof tools;

/**
 * The path of the first tool's program or file; installs what is missing. Ask for several at once in a globalSetup: apt
 * allows one installation at a time, and each reads the package lists again. Tests then find them installed.
 */
export function need(...wanted: readonly [Tool, ...Tool[]]): string {
  const missing = () => wanted.filter((tool) => tools[tool]() === undefined);
  if (missing().length > 0) install(missing());
  const found = tools[wanted[0]]();
  if (!found || missing().length > 0) {
    throw new Error(`These tests need ${missing().join(', ')}. On Debian: sudo ${commandFor(missing())}`);
  }
  return found;
}

function install(missing: readonly Tool[]): void {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return;
  console.log(`Installing ${missing.join(', ')}, which the tests need …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  execFileSync('apt-get', commandFor(missing).split(' ').slice(1), { stdio: 'inherit', env });
}

const commandFor = (missing: readonly Tool[]) => `apt-get install -y --no-install-recommends ${missing.join(' ')}`;

function onPath(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return existing(...names.flatMap((name) => folders.map((folder) => path.join(folder, name))));
}

const existing = (...files: readonly string[]) => files.find((file) => existsSync(file));

/** PostgreSQL's server programs, which Debian keeps off the PATH in a folder per version. */
function debianClusters(): readonly string[] {
  const home = '/usr/lib/postgresql';
  return existsSync(home) ? readdirSync(home).map((version) => path.join(home, version, 'bin/postgres')) : [];
}

/** A folder in memory if the machine has gigabytes of it: on a disk, SQLite waits at each commit. */
export function fastFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4e9 ? memory : tmpdir();
}
