// Debian's web servers with Debian's configuration and the site from docs/deployment.md.
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
  // Only root could start it otherwise.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const folders = temporary.map((name) => `${name}_temp_path ${place(`/run/${name}`)};\n`);
  writeFileSync(place('/etc/nginx/conf.d/temporary.conf'), folders.join(''));
  return machine;
}

// Debian's Apache with Debian's configuration and the site from docs/deployment.md.
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
