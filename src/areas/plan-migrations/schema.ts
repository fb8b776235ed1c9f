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
      Text(1, 255, { description: 'The plan that they move to; if absent, they are removed from theirs' }),
    ),
    targetVersion: Type.Optional({ ...version, description: 'Default: its newest active version' }),
    migrationMode: Enum(MIGRATION_MODES, {
      description:
        'IMMEDIATE: from tomorrow, or from the start of the running cycle where the plan allows its ' +
        'update. NEXT_CYCLE: after the running cycle. Without IGNORE_OVERRIDE, accounts ' +
        'keep what they pay ' +
        'instead of the plan.',
    }),
    retainStartOffsets: Type.Optional(
      Type.Boolean({
        description: 'Accounts keep their cycle; its interval must equal that of the target',
      }),
    ),
    requireConfirmation: Type.Optional(
      Type.Boolean({ description: 'The job waits until it is confirmed; default false' }),
    ),
    accountIds: Type.Optional(
      Extension(
        List(Text(1, 50), {
          ...{ minItems: 1, maxItems: 1000, uniqueItems: true },
          description:
            'Moves only these accounts of the source, such as a sample, or those that failed before',
        }),
      ),
    ),
    isPricePlanV2Migration: Type.Optional(
      Type.Boolean({ description: 'No effect: plans are the same in both versions of the API' }),
    ),
  },
  { component: 'CreatePricePlanMigrationRequest' },
);
export type CreatePricePlanMigrationRequest = Static<typeof CreatePricePlanMigrationRequest>;

export const MigrationQuery = Type.Object({
  dry_run: Type.Optional(
    Extension(Type.Boolean({ description: 'Previews the effect on the accounts without creating a job' })),
  ),
});

const Outlook = Closed(
  {
    accountId: Type.String(),
    status: Enum(['COMPLETED', 'FAILED'], { description: 'Status that its job entry would get' }),
    error: Type.Optional(Type.String({ description: 'Why it would fail' })),
    effectiveFrom: Type.Optional(PlainDate({ description: 'The first day of the move; absent: none' })),
    dropped: List(Type.String(), {
      maxItems: 1000,
      description: 'Overrides that the account would lose by the move',
    }),
    schedules: List(
      Closed({
        pricePlanId: Type.String(),
        version: Type.Integer(),
        startDate: PlainDate(),
        endDate: PlainDate({ description: 'The day after the last one; 9999-01-01 is forever' }),
        isOverridden: Type.Boolean(),
      }),
      { maxItems: 500, description: 'Its resulting schedules from today on' },
    ),
  },
  { component: 'MigrationOutlook' },
);
export const MigrationStarted = Closed(
  {
    success: Type.Boolean(),
    jobId: Type.Optional(Extension(Type.String({ description: 'The job; absent for a dry run' }))),
    accountsTotal: Type.Optional(
      Extension(Type.Integer({ description: 'Dry run: number of accounts in the job' })),
    ),
    accounts: Type.Optional(
      Extension(List(Outlook, { maxItems: 100, description: 'Dry run: the first hundred by id' })),
    ),
  },
  { component: 'MigrationStarted' },
);
