// A globalSetup that ensures, before a project's tests, that everything they need is there.
import type { TestProject } from 'vitest/node';
import { need, type Tool } from '../tools.ts';

/** Programs that read exported files, and fonts for other scripts. */
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

/** What a project's tests need, beside its browser and its database. */
const neededBy: Readonly<Record<string, readonly [Tool, ...Tool[]]>> = {
  'unit:rest': readers,
  'contract:rest': ['python3'],
  'server:rest': ['pgbouncer', 'prometheus', 'nginx', 'systemd', ...readers],
  'debian:rest': ['mmdebstrap'],
  'house:rest': ['nginx', 'postgresql'],
  'chromium:rest': ['nginx', 'apache2', ...readers],
  'firefox:rest': readers,
  'webkit:rest': readers,
};

export default function setup({ name }: TestProject): void {
  const needed = neededBy[name];
  if (!needed) throw new Error(`It is not known what ${name} needs`);
  need(...needed);
}
