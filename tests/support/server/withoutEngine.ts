// Follows a Dockerfile where there is no container engine: copies its files into a folder that becomes the root
// directory, runs the RUN steps there, and starts the entry point as the image's user and as process 1, with only the
// image's variables and a read-only root. The base image's programs and the network are this machine's.

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

/** Makes the image in `folder`; `context` is the folder of the Dockerfile. */
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

/** Starts the image; `node` is the folder that contains Node's program. */
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

/** The id, outside the container, of its first process. */
export function firstProcess({ child }: ChildRun): number {
  return Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim());
}
