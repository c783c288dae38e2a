// Before tests with a real Tryton: ensures that it is installed, and makes the database they start with.
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';
import { needTemplate } from '../hr/tryton/runTryton.ts';
import { need } from '../tools.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of that database. */
    readonly trytonTemplate: string;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  need('tryton-modules-attendance', 'python3-tz');
  project.provide('trytonTemplate', await needTemplate());
}
