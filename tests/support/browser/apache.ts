// Debian's Apache with Debian's configuration and the site from docs/deployment.md.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { need } from '../setup/needs.ts';
import { createMachine, type Plan, type WebServer } from './machine.ts';

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
