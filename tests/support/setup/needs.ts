// What tests need of the machine beside Node: programs, and a folder that is fast. On Debian, as root, missing packages are
// installed; elsewhere the tests stop and print the command.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

/** Debian's package -> the path of its program or file, if installed. */
const tools = {
  // Chromium without the windows around its pages, which cost more processor time than the pages.
  'chromium-headless-shell': () =>
    onPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome') ??
    existing('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
  'firefox-esr': () => onPath('firefox-esr'),
  'webkit2gtk-driver': () => onPath('WebKitWebDriver'),
  xvfb: () => onPath('Xvfb'),
  postgresql: () => onPath('postgres') ?? existing(...debianClusters()),
  pgbouncer: () => existing('/usr/sbin/pgbouncer'),
  'poppler-utils': () => onPath('pdftotext'),
  // For its promtool.
  prometheus: () => onPath('promtool'),
  python3: () => onPath('python3'),
  // Debian's own Python has it; another python3 on the path may not.
  'python3-openpyxl': () => existing('/usr/lib/python3/dist-packages/openpyxl') && existing('/usr/bin/python3'),
  'libreoffice-calc-nogui': () => onPath('soffice', 'libreoffice'),
  qpdf: () => onPath('qpdf'),
  'zbar-tools': () => onPath('zbarimg'),
  nginx: () => existing('/usr/sbin/nginx'),
  apache2: () => existing('/usr/sbin/a2enmod') && existing('/usr/sbin/apache2'),
  systemd: () => onPath('systemd-analyze'),
  debootstrap: () => existing('/usr/sbin/debootstrap'),
  'tryton-modules-attendance': () =>
    existing('/usr/lib/python3/dist-packages/trytond/modules/attendance') && onPath('trytond'),
  // Without it, Tryton says nothing and takes every company to be in UTC.
  'python3-tz': () => existing('/usr/lib/python3/dist-packages/pytz'),
  'fonts-lohit-deva': () => existing('/usr/share/fonts/truetype/lohit-devanagari/Lohit-Devanagari.ttf'),
  'fonts-droid-fallback': () => existing('/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf'),
} satisfies Record<string, () => string | undefined>;

export type Tool = keyof typeof tools;

/** They read exported files; the fonts are for other scripts. */
const readers: readonly [Tool, ...Tool[]] = [
  'poppler-utils',
  'python3',
  'python3-openpyxl',
  'libreoffice-calc-nogui',
  'qpdf',
  'zbar-tools',
  'fonts-droid-fallback',
  'fonts-lohit-deva',
];

/** What the files of a project need, beside its browser and its database. */
const neededBy: Readonly<Record<string, readonly [Tool, ...Tool[]]>> = {
  'unit:rest': readers,
  'contract:rest': ['python3'],
  'server:rest': ['pgbouncer', 'prometheus', 'nginx', 'systemd', ...readers],
  'debian:rest': ['debootstrap'],
  'house:rest': ['nginx', 'postgresql'],
  'chromium:rest': ['nginx', 'apache2', ...readers],
  'firefox:rest': readers,
  'webkit:rest': readers,
};

/** A globalSetup of these projects: before their tests, all that they need is there. */
export default function setup({ name }: TestProject): void {
  const needed = neededBy[name];
  if (!needed) throw new Error(`It is not known what ${name} needs`);
  need(...needed);
}

/**
 * The path of the first tool's program or file. Call it with several from a globalSetup: apt allows one installation at
 * a time, and each reads the package lists again. A test then finds them installed.
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

/** Debian keeps the server's programs out of the PATH, in a folder per version. */
function debianClusters(): readonly string[] {
  const home = '/usr/lib/postgresql';
  return existsSync(home) ? readdirSync(home).map((version) => path.join(home, version, 'bin/postgres')) : [];
}

/** Memory where the machine has some gigabytes of it as a folder: SQLite waits for the disk at each commit. */
export function fastFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4e9 ? memory : tmpdir();
}
