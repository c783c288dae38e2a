// Before the browser tests: ensures that a browser is installed, and makes the folder that it writes to.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { need, type Tool } from '../tools.ts';

/** The packages of a project's browser; the first contains its program. */
const packages: Readonly<Record<BrowserName, readonly [Tool, ...Tool[]]>> = {
  chromium: ['chromium-headless-shell'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
};

export type BrowserName = 'chromium' | 'firefox' | 'webkit';

const isBrowser = (name: string): name is BrowserName => name in packages;

declare module 'vitest' {
  export interface ProvidedContext {
    /** `folder` is removed at the end, with anything left by a browser whose worker was killed. */
    readonly browser: { readonly name: BrowserName; readonly program: string; readonly folder: string };
  }
}

export default function setup(project: TestProject): () => void {
  const [name = ''] = project.name.split(':');
  if (!isBrowser(name)) throw new Error(`A project is named after its browser, not ${name}`);
  const program = need(...packages[name]);
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-browser-'));
  project.provide('browser', { name, program, folder });
  return () => rmSync(folder, { recursive: true, maxRetries: 10 });
}
