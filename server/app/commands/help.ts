// Help and version for the command line.

import { version } from '../../../src/shared/version.ts';
import { commit } from '../../platform/commit.ts';

export const versionLine = (): string =>
  `Rollcall ${version}${commit === undefined ? '' : `, built from ${commit}`}, on Node ${process.versions.node}`;

interface Help {
  readonly words?: string;
  readonly does: string;
}

/** A command with the words that may follow it, each without a space. */
export const usageOf = (name: string, { words }: Help): string => (words ? `${name} ${words}` : name);

export function helpText(commands: Readonly<Record<string, Help>>): string {
  const rows = Object.entries(commands).map(([name, command]) => [usageOf(name, command), command.does]);
  const width = Math.max(...rows.map(([command = '']) => command.length));
  return [
    versionLine(),
    '',
    'node build/server.mjs [command]',
    ...rows.map(([command = '', does = '']) => `  ${command.padEnd(width)}  ${does}`),
    '',
    'Environment variables configure it: see docs/configure.md.',
  ].join('\n');
}
