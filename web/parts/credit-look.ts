import type { Credit } from '../api/generated/types.ts';
import { looksOf } from './look.ts';

export const creditStatus = looksOf<Credit['status']>(
  {
    ACTIVE: { tone: 'good' },
    CONSUMED: { tone: 'neutral' },
    EXPIRED: { tone: 'warn' },
    VOIDED: { tone: 'neutral', shape: 'struck' },
  },
  'credit',
);
