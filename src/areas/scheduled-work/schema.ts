import { Type } from 'typebox';
import { Closed, DateTime, Enum, PageOf, Text } from '#platform/http/schemas.ts';

export const FailingWork = Closed(
  {
    id: Text(1, 19),
    kind: Type.String({ description: 'What was to be done, such as invoices.close_cycle' }),
    key: Type.String({ description: 'For what: one piece of a kind' }),
    accountId: Type.Optional(Type.String({ description: 'Absent where it is about no account' })),
    invoiceId: Type.Optional(Type.String()),
    state: Enum(['RETRYING', 'ON_HOLD', 'PLANNED'], {
      description:
        'RETRYING: the service tries it again by itself. ON_HOLD: it failed too often, and waits for ' +
        'a call of retry. PLANNED: it was retried, and has not failed since',
    }),
    dueAt: DateTime({ description: "By the organization's clock, and the instant that it is done as of" }),
    tries: Type.Integer({ minimum: 0, description: 'That failed since it was planned or tried again' }),
    reason: Type.String({ description: 'Why the last one failed' }),
    failingSince: Type.Optional(DateTime({ description: 'In real time' })),
    nextTryAt: Type.Optional(DateTime({ description: 'Of one that is RETRYING, in real time' })),
  },
  { component: 'FailingWork' },
);
export const FailingWorkPage = PageOf(FailingWork);
export const ScheduledWorkParams = Type.Object({ scheduled_work_id: Text(1, 19) });
