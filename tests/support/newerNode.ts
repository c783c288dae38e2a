// A Node that has its own SQLite, for tests on a machine whose Node has none: from the npm package `node`,
// kept in a cache folder.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const version = '24.21.0';
const folder = path.resolve(`node_modules/.cache/node-${version}`);
const program = path.join(folder, 'node_modules/node/bin/node');

/** The path of its program. */
export function newerNode(): string {
  if (hasSqlite(process.execPath)) return process.execPath;
  if (!existsSync(program)) install();
  if (hasSqlite(program)) return program;
  throw new Error(`These tests need a newer Node: npm install --prefix ${folder} node@${version}`);
}

function install(): void {
  console.log(`Getting Node ${version}, which the tests need beside this one …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], {
    cwd: folder,
    stdio: 'ignore',
  });
}

function hasSqlite(node: string): boolean {
  try {
    execFileSync(node, ['--eval', 'require("node:sqlite")'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
