// Before the browser tests: ensures that a browser is installed, and builds the site from the current
// sources.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { need } from '../needs.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly chromium: string;
    readonly site: string;
  }
}

export default function setup(project: TestProject): () => void {
  project.provide('chromium', need('chromium'));
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-site-'));
  execFileSync(process.execPath, ['esbuild.config.mjs', folder], { stdio: 'inherit' });
  project.provide('site', path.join(folder, 'dist'));
  return () => rmSync(folder, { recursive: true });
}
