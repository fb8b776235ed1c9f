import { Type } from 'typebox';
import { Closed, DateTime, Enum, Nullable, PageOf, Text } from '#platform/http/schemas.ts';

export const FailingWork = Closed(
  {
    id: Text(1, 19),
    kind: Type.String({ description: 'Kind of the work, such as invoices.close_cycle' }),
    key: Type.String({ description: 'Subject of the work, unique within the kind' }),
    accountId: Type.Optional(Type.String({ description: 'Absent if the work concerns no account' })),
    invoiceId: Type.Optional(Type.String()),
    state: Enum(['RETRYING', 'ON_HOLD', 'PLANNED'], {
      description:
        'RETRYING: the service retries it automatically. ON_HOLD: it failed too often, and waits for a ' +
        'retry request. PLANNED: it was retried, and has not failed since',
    }),
    dueAt: DateTime({ description: "By the organization's clock; the work runs as of this instant" }),
    tries: Type.Integer({ minimum: 0, description: 'Failed attempts since it was scheduled or retried' }),
    reason: Type.String({ description: 'Reason of the last failure' }),
    failingSince: Type.Optional(DateTime({ description: 'In real time' })),
    nextTryAt: Type.Optional(
      DateTime({ description: 'Next automatic retry of RETRYING work, in real time' }),
    ),
  },
  { component: 'FailingWork' },
);
export const ClockPreviewQuery = Type.Object({
  to: Type.Optional(
    DateTime({ description: 'The instant to which the clock would move; default: where it is' }),
  ),
});

export const ClockPreview = Closed(
  {
    now: DateTime(),
    nextDueAt: Nullable(DateTime({ description: 'Of the first piece of scheduled work' })),
    nextCycleEnd: Nullable(DateTime({ description: 'Of the cycles that run, the first to end' })),
    work: Type.Array(
      Closed({
        kind: FailingWork.properties.kind,
        count: Type.Integer({ minimum: 1 }),
        firstDueAt: DateTime(),
      }),
      { description: 'What is due until then, by kind, the first due first. It may schedule more' },
    ),
  },
  { component: 'ClockPreview' },
);

export const FailingWorkPage = PageOf(FailingWork);
export const ScheduledWorkParams = Type.Object({ scheduled_work_id: Text(1, 19) });
