// Starts Rollcall as its systemd unit says where there is no systemd, sends it requests, and prints the findings as
// JSON.
//
//   node asService.mjs <port>
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const [, , port] = process.argv;
const unit = readFileSync('/etc/systemd/system/rollcall@.service', 'utf8').replaceAll('%i', port);
const fieldOf = (name) => new RegExp(`^${name}=-?(.*)$`, 'm').exec(unit)[1];
const file = readFileSync(fieldOf('EnvironmentFile'), 'utf8').trim().split('\n');
const pairs = [...fieldOf('Environment').split(' '), ...file].map((pair) => /^(\w+)=(.*)$/.exec(pair).slice(1));
const env = Object.fromEntries(pairs);
const idOf = (flag) => Number(execFileSync('id', [flag, fieldOf('User')]));
const [program, ...words] = fieldOf('ExecStart').replace('/usr/bin/', '/usr/local/bin/').split(' ');
const server = spawn(program, words, {
  cwd: fieldOf('WorkingDirectory'),
  env,
  uid: idOf('-u'),
  gid: idOf('-g'),
  stdio: ['ignore', 'ignore', 'inherit'],
});
server.on('exit', (code) => process.exit(code ?? 1));

const ask = (path, options) => fetch(`http://127.0.0.1:${port}${path}`, options);
const statusOf = async (path) => (await ask(path)).status;
const modeOf = (name) => execFileSync('stat', ['-c', '%a %U', name], { encoding: 'utf8' }).trim();
const backups = () =>
  (existsSync(env.BACKUP_DIR) ? readdirSync(env.BACKUP_DIR) : []).filter((name) => /\.sqlite$/.test(name));

while (!(await ask('/healthz').catch(() => false)) || backups().length === 0) await setTimeout(100);
const body = JSON.stringify({ email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD });
const signIn = await ask('/web/api/v1/auth/login', { method: 'POST', body });
const headers = { authorization: `Bearer ${(await signIn.json()).data?.token}` };
const setting = await (await ask('/web/api/v1/settings/business_timezone', { headers })).json();
console.log(
  JSON.stringify({
    environment: modeOf('/etc/rollcall.env'),
    program: modeOf('/opt/rollcall/build/server.mjs'),
    healthz: await statusOf('/healthz'),
    login: await statusOf('/login'),
    licences: await statusOf('/third-party-licences.txt'),
    metrics: (await fetch(`http://127.0.0.1:${env.METRICS_PORT}/metrics`)).status,
    signIn: signIn.status,
    timeZone: setting.data?.value,
    backups: backups().length,
  }),
);
process.exit();
