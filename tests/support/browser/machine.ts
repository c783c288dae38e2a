// A folder that stands for a machine set up by docs/deployment.md: files are written and commands run as in its code
// blocks, with other paths, ports and addresses. Debian's web servers then serve the site from it, with Debian's
// configuration.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { codeBlock } from '../documents.ts';
import { freePort } from '../server/ports.ts';
import { need } from '../tools.ts';

export interface Plan {
  /** The built site. */
  readonly site: string;
  /** The path to serve the site under; begins and ends with a slash. */
  readonly under: string;
  /** The server behind /web/api/, as 'http://127.0.0.1:1234'. */
  readonly api: string;
  /** Whether that server gets all requests, pages included. */
  readonly forwardsAll?: boolean;
  /** A free port by default. */
  readonly port?: number;
  /** The settings of the documented site.json that the deployed console gets. */
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
  /** Maps a path such as '/etc/nginx' into this folder. */
  place(name: string): string;
  /** The code block whose first line is this comment, with this machine's paths and addresses. */
  block(title: string): string;
  /** Writes the block whose first line names a file. */
  write(title: string): void;
  /** Runs the block's commands, except reloads: nothing is running yet. */
  run(title: string, environment?: Environment): void;
  /** The folder of the deployed console. */
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

  /** Names in the documentation, with their values here. */
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

export async function startNginx(plan: Plan): Promise<WebServer> {
  const machine = await prepare(plan);
  const { place, block, write, run, port } = machine;

  write('# /etc/nginx/snippets/rollcall.conf');
  write('# /etc/nginx/snippets/rollcall-api.conf');
  if (plan.under === '/') {
    write('# /etc/nginx/sites-available/rollcall');
    run('# enable the site in nginx');
  } else {
    const before = `listen 127.0.0.1:${port};\nroot ${place('/var/www/html')};\n`;
    const title = plan.forwardsAll
      ? '# the reference server, in an existing server block'
      : '# in an existing server block';
    const server = `server {\n${before}${block(title)}}\n`;
    writeFileSync(place('/etc/nginx/sites-enabled/mine'), server);
  }
  return start(machine);
}

/** Only forwards devices to `plan.api`, on a separate port or as part of the server that redirects to TLS. */
export async function startNginxForDevices(plan: Plan, on: 'own port' | 'port 80'): Promise<NginxForDevices> {
  const machine = await prepare(plan);
  const { place, block, write, run, port } = machine;
  if (on === 'own port') {
    write('# /etc/nginx/sites-available/rollcall-devices');
    run("# enable the devices' port in nginx");
  } else {
    const devices = block('# devices, in an existing server block that redirects to TLS');
    writeFileSync(place('/etc/nginx/sites-enabled/mine'), `server {\nlisten 127.0.0.1:${port};\n${devices}}\n`);
  }
  return { ...(await start(machine)), log: () => readFileSync(place('/var/log/nginx/access.log'), 'utf8') };
}

interface NginxForDevices extends WebServer {
  /** The access log. */
  log(): string;
}

const start = (machine: Machine) =>
  machine.start(need('nginx'), ['-c', machine.place('/etc/nginx/nginx.conf'), '-g', 'daemon off;']);

async function prepare(plan: Plan): Promise<Machine> {
  const machine = await createMachine(plan);
  const { place } = machine;
  cpSync('/etc/nginx', place('/etc/nginx'), { recursive: true, verbatimSymlinks: true });
  mkdirSync(place('/var/log/nginx'));
  rmSync(place('/etc/nginx/sites-enabled/default'), { force: true });
  const main = readFileSync('/etc/nginx/nginx.conf', 'utf8').replace(/(?<=\s)\/(?:etc|var|run)\//g, place);
  writeFileSync(place('/etc/nginx/nginx.conf'), main);
  mkdirSync(place('/run'));
  // With Debian's folders, only root could start nginx.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const folders = temporary.map((name) => `${name}_temp_path ${place(`/run/${name}`)};\n`);
  writeFileSync(place('/etc/nginx/conf.d/temporary.conf'), folders.join(''));
  return machine;
}

export async function startApache(plan: Plan): Promise<WebServer> {
  const machine = await createMachine(plan);
  const { place, block, write, run, port } = machine;
  const home = place('/etc/apache2');
  cpSync('/etc/apache2', home, { recursive: true, verbatimSymlinks: true });
  rmSync(`${home}/sites-enabled/000-default.conf`, { force: true });
  const main = readFileSync('/etc/apache2/apache2.conf', 'utf8').replaceAll('/var/www/', place('/var/www/'));
  writeFileSync(`${home}/apache2.conf`, main);
  writeFileSync(`${home}/ports.conf`, `Listen 127.0.0.1:${port}\nServerName 127.0.0.1\n`);

  write('# /etc/apache2/conf-available/rollcall.conf');
  write('# /etc/apache2/sites-available/rollcall.conf');
  mkdirSync(place('/var/lib'));
  run('# enable the site in Apache', { APACHE_CONFDIR: home, APACHE_STATE_DIRECTORY: place('/var/lib') });
  if (plan.under !== '/') {
    const configuration = block('# /etc/apache2/conf-available/rollcall.conf')
      .replace(/(?<=ROLLCALL_FOLDER ).*/, place(`/var/www/html${plan.under.slice(0, -1)}`))
      .replace(/(?<=ROLLCALL_PATH ).*/, plan.under);
    writeFileSync(`${home}/conf-available/rollcall.conf`, configuration);
    const title = plan.forwardsAll
      ? '# the reference server, in an existing VirtualHost'
      : '# in an existing VirtualHost';
    const host = `DocumentRoot ${place('/var/www/html')}\n${block(title)}`;
    rmSync(`${home}/sites-enabled/rollcall.conf`);
    writeFileSync(`${home}/sites-enabled/mine.conf`, `<VirtualHost *:${port}>\n${host}</VirtualHost>\n`);
  }
  mkdirSync(place('/run'));
  return machine.start(need('apache2'), ['-d', home, '-f', `${home}/apache2.conf`, '-DFOREGROUND'], {
    APACHE_RUN_USER: 'www-data',
    APACHE_RUN_GROUP: 'www-data',
    APACHE_PID_FILE: place('/run/apache2.pid'),
    APACHE_RUN_DIR: place('/run'),
    APACHE_LOCK_DIR: place('/run'),
    APACHE_LOG_DIR: place('/var/log'),
  });
}
