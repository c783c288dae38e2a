// Debian's nginx with Debian's configuration and the site from docs/deployment.md.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { need } from '../setup/needs.ts';
import { createMachine, type Machine, type Plan, type WebServer } from './machine.ts';

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

/** Only what forwards devices to `plan.api`: a port of its own, or a part of the server that redirects to TLS. */
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

export interface NginxForDevices extends WebServer {
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
  // Only root could start it otherwise.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const folders = temporary.map((name) => `${name}_temp_path ${place(`/run/${name}`)};\n`);
  writeFileSync(place('/etc/nginx/conf.d/temporary.conf'), folders.join(''));
  return machine;
}
