// A folder that represents a machine set up by docs/deployment.md: the files of its code blocks are
// written and its commands run, with other paths, ports and addresses.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { codeBlock } from '../house/documents.ts';
import { freePort } from '../server/ports.ts';

export interface Plan {
  /** The built site. */
  readonly site: string;
  /** The path to serve it under; begins and ends with a slash. */
  readonly under: string;
  /** The server behind /web/api/, as 'http://127.0.0.1:1234'. */
  readonly api: string;
  /** Whether everything is forwarded to that server, pages too. */
  readonly forwardsAll?: boolean;
  /** A free one by default. */
  readonly port?: number;
  /** Those of the documented site.json that the deployed console has. */
  readonly settings?: readonly string[];
  /** Blocks of commands that change the web server's configuration before it starts. */
  readonly configurationEdits?: readonly string[];
}

export interface WebServer {
  /** The site's URL; ends in a slash. */
  readonly url: string;
  /** The deployed folder, whose files may be changed while it runs. */
  readonly folder?: string;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

export interface Machine {
  readonly port: number;
  /** '/etc/nginx' -> its path in this folder. */
  place(name: string): string;
  /** A code block by its first line, a comment, with this machine's paths and addresses. */
  block(title: string): string;
  /** Writes the block whose first line names a file. */
  write(title: string): void;
  /** Runs the block's commands, except reloads: nothing is running yet. */
  run(title: string, environment?: Environment): void;
  /** The deployed console. */
  readonly deployed: string;
  /** Starts the web server; stopping it removes the folder. */
  start(program: string, args: readonly string[], environment?: Environment): Promise<WebServer>;
  remove(): void;
}

export async function createMachine(plan: Plan): Promise<Machine> {
  const { site, under, api, forwardsAll, settings, configurationEdits = [] } = plan;
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-host-'));
  chmodSync(folder, 0o755); // web servers started by root switch to another user
  const port = plan.port ?? (await freePort());
  const place = (name: string) => path.join(folder, name);
  const parent = place(path.posix.join('/var/www/html', under, '..'));
  for (const each of [parent, place('/var/log')]) mkdirSync(each, { recursive: true });
  cpSync(site, place('dist'), { recursive: true });
  cpSync('scripts/release/site.mjs', place('site.mjs'));
  const deployed = place(under === '/' ? '/var/www/rollcall' : `/var/www/html${under.slice(0, -1)}`);

  /** Names in the documentation, and their values here. */
  const here: readonly (readonly [RegExp, string])[] = [
    [/(?<=^|[\s"^])\/rollcall(?=[/ $])|(?<=\/var\/www\/html)\/rollcall/gm, under.slice(0, -1)],
    [/(?<![\w.])\/(?=(?:etc|var)\/)/g, place('/')],
    [/(?<=listen )(?:80|8090)\b/g, `127.0.0.1:${port}`],
    [/(?<=\*:)80\b/g, String(port)],
    [/http:\/\/127\.0\.0\.1:400[01]|https:\/\/api\.example\.com/g, api],
  ];
  const mapped = (block: string) => here.reduce((text, [there, put]) => text.replace(there, put), block);
  const block = (title: string) => mapped(codeBlock('docs/deployment.md', `${title}\n`));

  function run(title: string, environment = {}): void {
    const lines = block(title)
      .split('\n')
      .filter((line) => !line.includes('systemctl'));
    const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, ...environment };
    const commands = lines
      .join('\n')
      .replaceAll('sudo ', '')
      .replaceAll(/(?<=site\.mjs )\S+/g, deployed);
    execFileSync('sh', ['-ec', commands], { cwd: folder, env });
  }
  if (!forwardsAll) run(under === '/' ? '# at the root of a host' : '# or under a path of an existing host');
  if (settings) {
    const all = Object.entries(JSON.parse(mapped(codeBlock('docs/deployment.md', '{\n  "brand"'))));
    const chosen = all.filter(([name]) => settings.includes(name));
    writeFileSync(path.join(deployed, 'site.json'), JSON.stringify(Object.fromEntries(chosen)));
    run('# now, and at every upgrade');
  }
  const remove = () => rmSync(folder, { recursive: true });

  return {
    port,
    place,
    block,
    write: (title) => writeFileSync(place(title.slice(2)), block(title)),
    run,
    deployed,
    remove,
    async start(program, args, environment = {}) {
      for (const title of configurationEdits) run(title);
      const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: 'pipe' });
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      while (!(await isListening(port))) {
        if (child.exitCode !== null) {
          remove();
          throw new Error(`${program} ended: ${said}`);
        }
        await setTimeout(50);
      }
      return {
        url: `http://127.0.0.1:${port}${under}`,
        ...(!forwardsAll && { folder: deployed }),
        async stop() {
          const ended = once(child, 'close');
          child.kill('SIGTERM');
          await ended;
          remove();
        },
      };
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
