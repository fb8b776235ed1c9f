import { type Static, Type } from 'typebox';
import { MIGRATION_MODES } from '#areas/price-plans/index.ts';
import { Closed, Enum, Extension, List, PlainDate, Text } from '#platform/http/schemas.ts';

const MAX_INT32 = 2_147_483_647;
const version = Type.Integer({ minimum: 1, maximum: MAX_INT32 });

export const CreatePricePlanMigrationRequest = Closed(
  {
    sourceId: Text(1, 255, { description: 'The plan whose accounts move' }),
    sourceVersion: version,
    targetId: Type.Optional(
      Text(1, 255, { description: 'The plan that they move to; when absent, they are taken off theirs' }),
    ),
    targetVersion: Type.Optional({ ...version, description: 'Its newest active version when absent' }),
    migrationMode: Enum(MIGRATION_MODES, {
      description:
        'IMMEDIATE: from tomorrow, or from the start of the running cycle where the plan allows its ' +
        'update. NEXT_CYCLE: when the running cycle ends. Without IGNORE_OVERRIDE, accounts ' +
        'keep what they pay ' +
        'instead of the plan.',
    }),
    retainStartOffsets: Type.Optional(
      Type.Boolean({
        description: 'Accounts keep the cycle that they have; its interval must be that of the target',
      }),
    ),
    requireConfirmation: Type.Optional(
      Type.Boolean({ description: 'The job waits until it is confirmed; default false' }),
    ),
    isPricePlanV2Migration: Type.Optional(
      Type.Boolean({ description: 'Plans are the same in both versions of the API, so it changes nothing' }),
    ),
  },
  { component: 'CreatePricePlanMigrationRequest' },
);
export type CreatePricePlanMigrationRequest = Static<typeof CreatePricePlanMigrationRequest>;

export const MigrationQuery = Type.Object({
  dry_run: Type.Optional(
    Extension(Type.Boolean({ description: 'Answers what would become of the accounts, and makes no job' })),
  ),
});

const Outlook = Closed(
  {
    accountId: Type.String(),
    status: Enum(['COMPLETED', 'FAILED'], { description: 'How its entry of the job would end' }),
    error: Type.Optional(Type.String({ description: 'Why it would fail' })),
    effectiveFrom: Type.Optional(PlainDate({ description: 'The first day of the move; absent: none' })),
    dropped: List(Type.String(), {
      maxItems: 1000,
      description: 'What the account pays instead of the plan and would not after the move',
    }),
    schedules: List(
      Closed({
        pricePlanId: Type.String(),
        version: Type.Integer(),
        startDate: PlainDate(),
        endDate: PlainDate({ description: 'The day after the last one; 9999-01-01 is forever' }),
        isOverridden: Type.Boolean(),
      }),
      { maxItems: 500, description: 'Its schedules from today on, as they would be' },
    ),
  },
  { component: 'MigrationOutlook' },
);
export const MigrationStarted = Closed(
  {
    success: Type.Boolean(),
    accountsTotal: Type.Optional(
      Extension(Type.Integer({ description: 'Of a dry run: how many accounts the job would have' })),
    ),
    accounts: Type.Optional(
      Extension(List(Outlook, { maxItems: 100, description: 'Of a dry run: the first hundred by id' })),
    ),
  },
  { component: 'MigrationStarted' },
);
