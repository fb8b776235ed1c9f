import { type Static, Type } from 'typebox';
import { OUTGOING_KINDS } from '#platform/db/outgoing-hold.ts';
import type { Sent } from '#platform/http/operation.ts';
import { Closed, DateTime, Enum, ExactNumber, List, Nullable, Text } from '#platform/http/schemas.ts';

const Bytes = (description?: string) => Type.Integer(description === undefined ? {} : { description });
const Seconds = Type.Integer({ description: 'Age of the oldest, in seconds; 0 if none wait' });
const Outbox = Closed(
  { waiting: Type.Integer(), oldestSeconds: Seconds },
  { component: 'OutboxState', description: 'What waits for an attempt or a retry, of all organizations' },
);

const FiringAlert = Closed(
  {
    name: Text(1, 100),
    severity: Enum(['CRITICAL', 'WARNING', 'INFO']),
    reading: Type.Number(),
    firesAbove: Type.Number(),
  },
  { component: 'FiringAlert' },
);
export type FiringAlert = Static<typeof FiringAlert>;

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
    alerts: List(FiringAlert, {
      maxItems: 50,
      description: 'Of the rules for Prometheus, those that fire now by themselves, the most severe first',
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
    backups: Closed(
      {
        lastAt: Type.Optional(DateTime({ description: 'When the last successful one was complete' })),
        lastBytes: Type.Optional(Bytes('Of the last successful one, in its target')),
        error: Type.Optional(Type.String({ description: 'Why the latest one failed' })),
        verifiedAt: Type.Optional(
          DateTime({ description: 'When one was last restored and audited without a mismatch' }),
        ),
        verificationError: Type.Optional(Type.String({ description: 'Why the latest test restore failed' })),
        waitingSegments: Type.Optional(
          Type.Integer({ description: 'Complete segments of the log that are not archived' }),
        ),
        archiveLagSeconds: Type.Optional(Seconds),
      },
      { component: 'BackupState', description: 'Members are absent where there is nothing' },
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

const KIND_WORDS =
  'WEBHOOKS: all messages to URLs of organizations, also to chats and finalization hooks. CHARGES: all ' +
  'calls of payment providers';
const BEFORE = 'Those that were there before the hold: the lost service may have sent them';
const Environment = Enum(['production', 'sandbox']);

export const Outgoing = Closed(
  {
    isHeld: Type.Boolean(),
    kinds: List(
      Closed(
        {
          kind: Enum(OUTGOING_KINDS, { description: KIND_WORDS }),
          isHeld: Type.Boolean(),
          reason: Type.Optional(Type.String()),
          restoredTo: Type.Optional(Nullable(DateTime({ description: 'The instant of the restored data' }))),
          heldAt: Type.Optional(DateTime({ description: 'Real time, as is the release' })),
          releasedAt: Type.Optional(Nullable(DateTime())),
          releasedBy: Type.Optional(Nullable(Type.String())),
          waiting: Type.Integer({
            description: 'Messages of all organizations that have not left; 0 if no kind is held',
          }),
          waitingSinceBefore: Type.Integer({ description: BEFORE }),
        },
        { component: 'OutgoingKindState' },
      ),
      { maxItems: OUTGOING_KINDS.length },
    ),
    pending: List(
      Closed(
        {
          organizationId: Type.String(),
          environment: Environment,
          queue: Enum(['MAILS', 'WEBHOOKS', 'HOOKS', 'CHARGES']),
          pieces: Type.Integer(),
          sinceBefore: Type.Integer({ description: BEFORE }),
          oldest: DateTime(),
        },
        { component: 'OutgoingPending' },
      ),
      { maxItems: 1000, description: 'By organization; the first 1000' },
    ),
    charges: List(
      Closed(
        {
          organizationId: Type.String(),
          environment: Environment,
          id: Type.String({ description: 'The idempotency key under which the provider makes it once' }),
          call: Enum(['REQUEST', 'CANCEL', 'REFUND']),
          targetId: Type.String({ description: 'The payment request, or the refund' }),
          invoiceId: Type.String(),
          amount: ExactNumber(),
          currency: Type.String(),
          attempts: Type.Integer({ description: 'As far as the database knows' }),
          createdAt: DateTime(),
          isSinceBefore: Type.Boolean({
            description:
              'Whether it was there before the hold: repeating it is safe. Otherwise compare it with what ' +
              'the provider has: the lost service may have charged the same invoice under another key',
          }),
        },
        { component: 'OutgoingCharge' },
      ),
      { maxItems: 500, description: 'Calls of payment providers that wait; the first 500' },
    ),
  },
  { component: 'Outgoing' },
);
export type Outgoing = Sent<Static<typeof Outgoing>>;

const kindsOf = <const T extends readonly string[]>(kinds: T) =>
  List(Enum(kinds), { minItems: 1, maxItems: kinds.length, description: KIND_WORDS });

export const ReleaseOutgoingRequest = Closed({ kinds: kindsOf(OUTGOING_KINDS) });
export const DiscardOutgoingRequest = Closed({ kinds: kindsOf(['MAIL', 'WEBHOOKS']) });
export const DiscardedOutgoing = Closed(
  {
    pieces: Type.Integer({ description: 'How many messages were discarded' }),
    outgoing: Outgoing,
  },
  { component: 'DiscardedOutgoing' },
);
