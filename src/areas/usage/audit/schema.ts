import { Type } from 'typebox';
import { Closed, DateTime, Enum, ExactNumber, PlainDate, Text } from '#platform/http/schemas.ts';

export const AuditUsageRequest = Closed(
  {
    accountId: Type.Optional(Text(1, 50, { description: 'Audits only this account, whatever its size' })),
    repair: Type.Optional(
      Type.Boolean({
        description: 'Rebuilds the sums of the listed accounts from their events; default false',
      }),
    ),
    after: Type.Optional(Text(0, 100, { description: '`next` of the previous response' })),
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
        startTime: Type.Optional(DateTime({ description: 'Start of the hour or cycle' })),
        scheduleId: Type.Optional(Type.String({ description: 'Schedule of the cycle' })),
        cycleStart: Type.Optional(PlainDate()),
        kept: sums,
        recomputed: sums,
      }),
      { description: 'Differences as found; at most 100 per page' },
    ),
    repairedAccountIds: Type.Array(Type.String()),
    next: Type.Optional(
      Type.String({ description: 'Cursor of the next page; absent after the last account' }),
    ),
  },
  { component: 'AuditUsageResponse' },
);
