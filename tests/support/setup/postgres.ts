// Before tests on PostgreSQL: starts a cluster, and makes the migrated database that others are copied from.
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../../server/platform/db/open.ts';
import { type Cluster, startCluster } from '../server/cluster.ts';

const template = 'migrated';
let cluster: Promise<Cluster> | undefined;

/** Starts one cluster for all projects; vitest stops it after the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isFirst = cluster === undefined;
  cluster ??= startMigrated();
  const { url, stop } = await cluster;
  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', template);
  return async () => {
    if (isFirst) await stop();
  };
}

async function startMigrated(): Promise<Cluster> {
  const started = await startCluster({ isAlone: true });
  const connection = postgres(started.url, { max: 1 });
  await connection.unsafe(`create database ${template}`);
  await connection.end();
  const db = await openDatabase({ dataDir: '', databaseUrl: new URL(template, started.url).href });
  await db.close();
  return started;
}
