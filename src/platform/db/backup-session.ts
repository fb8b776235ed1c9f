import { parseSegment } from '../backup/names.ts';
import { type Client, withClient } from './client.ts';
import type { Connection } from './servers.ts';
import { readKeyState } from './wrap-keys.ts';

/** A session with which the server knows that its files are being copied. */
export interface BackupSession {
  /** Where recovery has to begin. */
  startLsn: string;
  timeline: number;
  systemIdentifier: string;
  postgres: string;
  /** Ends it: the content of the file `backup_label`, and where the copy is consistent. */
  stop(): Promise<{ label: string; stopLsn: string; finishedAt: Temporal.Instant }>;
}

/**
 * A checkpoint at once, and a slot that keeps the log from there on, until the connection ends: the copy has
 * everything that makes it consistent, whether the log is archived or not.
 */
export async function startBackupSession(client: Client, label: string): Promise<BackupSession> {
  await client.query('set statement_timeout = 0; set idle_session_timeout = 0; set lock_timeout = 0');
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [
    label.toLowerCase().replace(/[^a-z0-9_]/g, '_'),
  ]);
  const { rows } = await client.query<{ lsn: string }>('select pg_backup_start($1, true)::text as lsn', [
    label,
  ]);
  const control = await client.query<{ timeline: number; system: string; version: string }>(
    `select (select timeline_id from pg_control_checkpoint()) as timeline,
      (select system_identifier::text from pg_control_system()) as system,
      (current_setting('server_version_num')::integer / 10000)::text as version`,
  );
  const [start, known] = [rows[0], control.rows[0]];
  if (!start || !known) throw new Error('the server did not start a backup');
  return {
    ...{ startLsn: start.lsn, timeline: known.timeline },
    ...{ systemIdentifier: known.system, postgres: known.version },
    stop: () => stop(client),
  };
}

async function stop(client: Client) {
  const { rows } = await client.query<{ lsn: string; label: string; at: string }>(
    `select lsn::text as lsn, labelfile as label,
      to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from pg_backup_stop(false)`,
  );
  const [end] = rows;
  if (!end) throw new Error('the server did not end the backup');
  return { label: end.label, stopLsn: end.lsn, finishedAt: Temporal.Instant.from(end.at) };
}

export interface ClusterIdentity {
  /** Since its creation; copies of it have the same. */
  systemIdentifier: string;
  /** The master key that wraps its keys; null: none does. */
  masterKeyId: string | null;
}

export function identifyCluster(connection: Connection): Promise<ClusterIdentity> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ system: string; is_made: boolean }>(
      `select system_identifier::text as system, to_regclass('deployment_secrets') is not null as is_made
      from pg_control_system()`,
    );
    const masterKeyId = rows[0]?.is_made ? (await readKeyState(connection)).keyId : null;
    return { systemIdentifier: rows[0]?.system ?? '', masterKeyId };
  });
}

/** The segment to which the server writes now. */
export function readCurrentSegment(connection: Connection): Promise<{ timeline: number; number: number }> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
    );
    const segment = parseSegment(rows[0]?.name ?? '');
    if (!segment) throw new Error('the server does not say where it writes its log');
    return segment;
  });
}
