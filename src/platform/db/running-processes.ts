import type pg from 'pg';

/** What a process of some release expects of the database. */
export interface Release {
  version: string;
  /** The number of its last migration. */
  migration: number;
  /** That of the job queue. */
  jobQueue: number;
}

/** A process that uses the database. Of a release that did not tell, `release` is null. */
export interface RunningProcess {
  release: Release | null;
  /** The address of its connection; null on the machine of the database. */
  address: string | null;
}

const PREFIX = 'tallymark slot';

/** The name of the connection that a process keeps while it runs; it tells the others its release. */
export function connectionNameOf({ version, migration, jobQueue }: Release): string {
  return `${PREFIX} ${migration}/${jobQueue} ${version}`;
}

/**
 * Running processes whose migrations end before those of `release`. Releases before this rule have only the
 * prefix as their name, and are older than any.
 */
export async function listOlderProcesses(client: pg.Client, release: Release): Promise<RunningProcess[]> {
  const { rows } = await client.query<{ name: string; address: string | null }>(
    `select application_name as name, host(client_addr) as address from pg_stat_activity
     where datname = current_database() and starts_with(application_name, $1) order by backend_start`,
    [PREFIX],
  );
  return rows
    .map(({ name, address }) => ({ release: parseName(name), address }))
    .filter(({ release: running }) => running === null || isOlder(running, release));
}

function isOlder(one: Release, other: Release): boolean {
  return one.migration < other.migration || one.jobQueue < other.jobQueue;
}

function parseName(name: string): Release | null {
  const [, migration, jobQueue, version = ''] = /^tallymark slot (\d+)\/(\d+) (.*)$/.exec(name) ?? [];
  return migration && jobQueue ? { version, migration: Number(migration), jobQueue: Number(jobQueue) } : null;
}

/** `2 processes of older releases run (0.1.0 with migration 93 at 10.0.0.7, …)` */
export function describeProcesses(processes: readonly RunningProcess[]): string {
  const named = processes.slice(0, 5).map(({ release, address }) => {
    const what = release ? `${release.version} with migration ${release.migration}` : 'an earlier release';
    return address === null ? what : `${what} at ${address}`;
  });
  const more = processes.length > named.length ? [`${processes.length - named.length} more`] : [];
  const isOne = processes.length === 1;
  const count = isOne
    ? '1 process of older releases runs'
    : `${processes.length} processes of older releases run`;
  return `${count} (${[...named, ...more].join(', ')})`;
}
