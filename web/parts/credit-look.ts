import type { Credit } from '../api/generated/types.ts';
import { looksOf } from '../ui/look.ts';

export const creditStatus = looksOf<Credit['status'], 'credit'>(
  {
    ACTIVE: { tone: 'good' },
    CONSUMED: { tone: 'neutral' },
    EXPIRED: { tone: 'warn' },
    VOIDED: { tone: 'neutral', shape: 'struck' },
  },
  'credit',
);
