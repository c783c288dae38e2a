// Before the tests of the built product: builds it from the current sources, once for all projects.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder that has dist/ and build/. Tests only read it. */
    readonly built: string;
    /** That dist/. */
    readonly site: string;
  }
}

let folder: string | undefined;

export default function setup(project: TestProject): () => void {
  const isFirst = folder === undefined;
  const built = folder ?? buildOnce();
  folder = built;
  project.provide('built', built);
  project.provide('site', path.join(built, 'dist'));
  return () => {
    if (isFirst) rmSync(built, { recursive: true });
  };
}

function buildOnce(): string {
  const built = mkdtempSync(path.join(tmpdir(), 'rollcall-built-'));
  execFileSync(process.execPath, ['esbuild.config.mjs', built], { stdio: 'inherit' });
  return built;
}
