// What the machine must have. Nothing is installed here: it says what is missing, and how to get it.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's package -> a file of it. */
const files = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  'nginx-light': '/usr/sbin/nginx',
  iproute2: '/usr/sbin/ip',
};

/** Why it cannot run here, in sentences, or nothing. */
export function missing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'It makes network namespaces: run it as root, on Linux.';
  const packages = Object.entries(files)
    .filter(([, file]) => !existsSync(file))
    .map(([name]) => name);
  if (packages.length > 0)
    return [
      `These Debian packages are missing: ${packages.join(', ')}. Debian starts some of them when it installs them;`,
      'on a machine that only tries this out, keep it from doing so first:',
      "  printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d",
      `  apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    ].join('\n');
  const probe = spawnSync('unshare', ['--net', '--mount', 'true'], { encoding: 'utf8' });
  if (probe.status !== 0) return `Network namespaces are not permitted here: ${probe.stderr.trim()}`;
  return undefined;
}
