// Before tests of the built product: builds it from the current sources, once for all projects.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder with dist/ and build/, which tests only read. */
    readonly built: string;
    /** The path of dist/ in that folder. */
    readonly site: string;
    /** What the build printed. */
    readonly printed: string;
  }
}

let once: ReturnType<typeof build> | undefined;

export default function setup(project: TestProject): () => void {
  const isFirst = once === undefined;
  once ??= build();
  const { built, printed } = once;
  project.provide('built', built);
  project.provide('printed', printed);
  project.provide('site', path.join(built, 'dist'));
  return () => {
    if (isFirst) rmSync(built, { recursive: true });
  };
}

function build() {
  const built = mkdtempSync(path.join(tmpdir(), 'rollcall-built-'));
  const printed = execFileSync(process.execPath, ['esbuild.config.mjs', built], { encoding: 'utf8' });
  return { built, printed };
}
