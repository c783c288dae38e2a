// Before the browser tests: ensures that a browser is installed.
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { need, type Tool } from './needs.ts';

/** The packages of a project's browser, the first of which has its program. */
const packages = {
  chromium: ['chromium-headless-shell'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
} as const satisfies Record<string, readonly Tool[]>;

export type BrowserName = keyof typeof packages;

const isBrowser = (name: string): name is BrowserName => name in packages;

declare module 'vitest' {
  export interface ProvidedContext {
    readonly browser: { readonly name: BrowserName; readonly program: string };
  }
}

export default function setup(project: TestProject): void {
  const [name = ''] = project.name.split(':');
  if (!isBrowser(name)) throw new Error(`A project is named after its browser, not ${name}`);
  const [program = ''] = packages[name].map(need);
  project.provide('browser', { name, program });
}
