// Follows a Dockerfile where there is no container engine: copies into a folder that becomes the root of the process, runs its RUN
// steps there, and starts its entry point by its user, with only its variables, as process 1, on a root that nobody can write to. The
// programs of the base image are this machine's, and its network too.

import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ChildRun, childRun } from './installation.ts';

interface Step {
  readonly name: string;
  readonly text: string;
}

export interface Image {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly workFolder: string;
  readonly user: string;
  readonly volume: string;
  readonly entryPoint: readonly string[];
  readonly healthCheck: readonly string[];
  readonly runs: readonly string[];
}

export function stepsOf(file: string): Step[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ name: line.split(' ')[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }));
}

/** `context` is the folder of the Dockerfile; the image is made in `folder`. */
export function makeImage(context: string, folder: string): Image {
  const steps = stepsOf(path.join(context, 'Dockerfile'));
  const all = (name: string) => steps.filter((step) => step.name === name).map(({ text }) => text);
  const one = (name: string) => {
    const [text, ...more] = all(name);
    if (text === undefined || more.length > 0) throw new Error(`There must be one ${name}`);
    return text;
  };
  const workFolder = one('WORKDIR');
  chmodSync(folder, 0o755);
  for (const text of all('COPY')) {
    const [from = '', to = ''] = text.split(' ');
    cpSync(path.join(context, from), path.join(folder, workFolder, to), { recursive: true });
  }
  return {
    folder,
    workFolder,
    variables: Object.fromEntries(all('ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('=')))),
    user: one('USER'),
    volume: one('VOLUME'),
    entryPoint: JSON.parse(one('ENTRYPOINT')),
    healthCheck: JSON.parse(one('HEALTHCHECK').replace(/^.* CMD /, '')),
    runs: all('RUN'),
  };
}

/** `node` is the folder of Node's program. */
export function runImage(image: Image, node: string, variables: Readonly<Record<string, string>>): ChildRun {
  const { folder, volume, runs, user, workFolder, entryPoint } = image;
  const ofMachine = ['usr', 'bin', 'sbin', 'lib', 'lib64', 'etc', 'dev'];
  for (const each of [...ofMachine, 'proc', 'tmp', 'node']) mkdirSync(path.join(folder, each), { recursive: true });
  const script = `
    mount --bind "$ROOT" "$ROOT"
    for each in ${ofMachine.join(' ')}; do [ ! -d /$each ] || mount -o rbind,ro /$each "$ROOT/$each"; done
    mount -o bind,ro "$NODE" "$ROOT/node"
    mount -t proc proc "$ROOT/proc"
    ${runs.map((run) => `chroot "$ROOT" sh -ec '${run}'`).join('\n')}
    mount --bind "$ROOT${volume}" "$ROOT${volume}"
    mount -t tmpfs none "$ROOT/tmp"
    mount -o remount,bind,ro "$ROOT"
    exec chroot --userspec=${user} "$ROOT" env -i --chdir=${workFolder} PATH=/node:/usr/bin:/bin "$@"`;
  const given = Object.entries({ ...image.variables, ...variables }).map((pair) => pair.join('='));
  return childRun(
    spawn(
      'unshare',
      ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', script, 'sh', ...given, ...entryPoint],
      {
        env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, ROOT: folder, NODE: node },
      },
    ),
  );
}

/** The process that is the first one inside. */
export function firstProcess({ child }: ChildRun): number {
  return Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());
}
