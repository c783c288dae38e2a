// Starts the server that Prometheus reads, where the configuration asks for one.

import { lastBackup } from '../backup/backupFiles.ts';
import type { Config } from '../config.ts';
import {
  createMetricsServer,
  createRequestMetrics,
  type MetricsOptions,
  type RequestMetrics,
} from '../../platform/metrics/metricsServer.ts';
import { listen } from './listen.ts';

interface ServedMetrics {
  readonly url: string;
  readonly observe: RequestMetrics['observe'];
  close(): Promise<void>;
}

export async function serveMetrics(
  { metrics, backups }: Config,
  services: Pick<MetricsOptions, 'db' | 'log' | 'clock'>,
): Promise<ServedMetrics | undefined> {
  if (!metrics) return undefined;
  const requests = createRequestMetrics();
  const { server, close } = createMetricsServer({
    ...services,
    requests,
    ...(backups && { lastBackup: () => lastBackup(backups.folder, services.clock()) }),
  });
  const port = await listen(server, 'METRICS_', metrics);
  const host = metrics.host.includes(':') ? `[${metrics.host}]` : metrics.host;
  return { url: `http://${host}:${port}/metrics`, observe: requests.observe, close };
}
