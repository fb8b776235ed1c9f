import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, List, Nullable, Text } from '#platform/http/schemas.ts';

const Bytes = (description?: string) => Type.Integer(description === undefined ? {} : { description });
const Seconds = Type.Integer({ description: 'Age of the oldest, in seconds; 0 if none wait' });
const Outbox = Closed(
  { waiting: Type.Integer(), oldestSeconds: Seconds },
  { component: 'OutboxState', description: 'What waits for an attempt or a retry, of all organizations' },
);

export const System = Closed(
  {
    asOf: DateTime({ description: 'Real time; the response is up to 5 seconds old' }),
    version: Type.String(),
    runtime: Type.String(),
    startedAt: DateTime({ description: 'Start of the process that responds' }),
    roles: List(Text(1, 20), { maxItems: 2 }),
    apiProcesses: Type.Integer(),
    readiness: Enum(['READY', 'READ_ONLY', 'STANDBY', 'DISK_FULL'], {
      description: 'READY: the database accepts writes',
    }),
    database: Closed(
      {
        version: Type.String(),
        bytes: Bytes(),
        connections: Type.Integer({ description: 'To all databases of the server' }),
        maxConnections: Type.Integer(),
      },
      { component: 'DatabaseState' },
    ),
    tables: List(
      Closed(
        {
          name: Type.String(),
          bytes: Bytes('With indexes'),
          rows: Type.Integer({ description: 'Estimate; -1: not analyzed yet' }),
        },
        { component: 'TableSize' },
      ),
      { maxItems: 10, description: 'The largest first' },
    ),
    migrations: Closed(
      { applied: Type.Integer(), last: Type.String(), pending: List(Text(1, 100), { maxItems: 1000 }) },
      { component: 'MigrationState' },
    ),
    disk: Nullable(
      Closed(
        { totalBytes: Bytes(), freeBytes: Bytes() },
        { component: 'DiskState', description: 'Of DATA_DIR; null if the system does not say' },
      ),
    ),
    work: Closed(
      {
        due: Type.Integer({ description: 'Pieces of production that are due and were not tried yet' }),
        oldestDueAt: Type.Optional(DateTime()),
        retrying: Type.Integer(),
        onHold: Type.Integer({ description: 'Until somebody retries it' }),
        failing: List(
          Closed(
            {
              organizationId: Type.String(),
              environment: Enum(['production', 'sandbox']),
              id: Type.String(),
              kind: Type.String(),
              state: Enum(['RETRYING', 'ON_HOLD']),
              attempts: Type.Integer(),
              reason: Type.String(),
              failingSince: DateTime(),
            },
            { component: 'FailingPiece' },
          ),
          { maxItems: 50, description: 'The longest failing first' },
        ),
      },
      { component: 'WorkState', description: 'Scheduled work of all organizations' },
    ),
    mails: Outbox,
    webhooks: Outbox,
    ingestion: Closed(
      {
        requests: Type.Integer({ description: 'Successful requests that sent events, since the start' }),
        rejected: Type.Integer(),
        perSecond: Type.Optional(
          Type.Number({ description: 'Successful requests a second, since the previous reading' }),
        ),
        averageMs: Type.Optional(
          Type.Number({
            description: 'Time of a request since the start: when it ends, its events are in usage',
          }),
        ),
      },
      { component: 'IngestionState', description: 'Of all processes' },
    ),
    counters: Closed(
      {
        alarms: Type.Integer({ description: 'Faults that need attention; the log has the details' }),
        auditMismatches: Type.Integer({ description: 'Violations that the last nightly audit found' }),
        refusedWrites: Type.Integer(),
        missingRequests: Type.Integer({ description: 'What the request log lacks' }),
      },
      { component: 'SystemCounters', description: 'Since the start' },
    ),
    settings: List(
      Closed(
        {
          name: Type.String(),
          value: Type.Optional(Type.String({ description: 'Absent: none, or a secret' })),
          source: Enum(['ENVIRONMENT', 'DEFAULT']),
          isSecret: Type.Boolean(),
        },
        { component: 'SystemSetting' },
      ),
      { maxItems: 200 },
    ),
    license: Type.Optional(Type.String({ description: 'Its text' })),
  },
  { component: 'System' },
);
export type System = Static<typeof System>;
