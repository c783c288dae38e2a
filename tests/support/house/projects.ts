// The projects of vitest.config.ts, and which files they take.
import path from 'node:path';
import config from '../../../vitest.config.ts';

interface Project {
  readonly name: string;
  takes(file: string): boolean;
}

export const projects: readonly Project[] = (config.test?.projects ?? []).map((project) => {
  const test = typeof project === 'object' && 'test' in project ? project.test : undefined;
  const { name, include = [], exclude = [] } = test ?? {};
  if (typeof name !== 'string') throw new Error('A project has no name');
  const matches = (file: string, patterns: readonly string[]) =>
    patterns.some((pattern) => path.matchesGlob(file, pattern));
  return { name, takes: (file) => matches(file, include) && !matches(file, exclude) };
});
