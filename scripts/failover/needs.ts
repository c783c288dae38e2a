// Checks that the rehearsal can run here. It installs nothing: it says what is missing and how to install it.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian packages, each with a file that it installs. */
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

/** Returns the reason why it cannot run here; undefined if it can. */
export function missing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'It creates network namespaces: run it as root, on Linux.';
  const packages = Object.entries(files)
    .filter(([, file]) => !existsSync(file))
    .map(([name]) => name);
  if (packages.length > 0)
    return [
      `These Debian packages are missing: ${packages.join(', ')}. Debian starts some of them once they are installed.`,
      'To prevent that on a machine that is only for the rehearsal, run the first line before the second:',
      "  printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d",
      `  apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    ].join('\n');
  const probe = spawnSync('unshare', ['--net', '--mount', 'true'], { encoding: 'utf8' });
  if (probe.status !== 0) return `Network namespaces are not permitted here: ${probe.stderr.trim()}`;
  return undefined;
}
