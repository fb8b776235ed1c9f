import { Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, PlainDate, Text } from '#platform/http/schemas.ts';

export const AuditUsageRequest = Closed(
  {
    accountId: Type.Optional(Text(1, 50, { description: 'Only this account, however many events it has' })),
    repair: Type.Optional(
      Type.Boolean({
        description:
          'Replaces the sums of the accounts that are listed by what their events come to; false when absent',
      }),
    ),
    after: Type.Optional(Text(0, 100, { description: '`next` of the answer before' })),
  },
  { component: 'AuditUsageRequest' },
);

const sums = Closed({ units: ExactNumber(), events: Type.Integer() });

export const AuditUsageResponse = Closed(
  {
    mismatches: Type.Array(
      Closed({
        rollup: Enum(['HOUR', 'CYCLE']),
        accountId: Type.String(),
        usageMeterId: Type.String(),
        startTime: Type.Optional(DateTime({ description: 'Where the hour or the cycle begins' })),
        scheduleId: Type.Optional(Type.String({ description: 'Of a cycle' })),
        cycleStart: Type.Optional(PlainDate()),
        kept: sums,
        recomputed: sums,
      }),
      { description: 'As they were found; a page lists 100 at most' },
    ),
    repairedAccountIds: Type.Array(Type.String()),
    next: Type.Optional(
      Type.String({ description: 'Where to go on; without it every account has been looked at' }),
    ),
  },
  { component: 'AuditUsageResponse' },
);
