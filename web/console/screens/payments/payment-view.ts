import type { Payment } from '../../../api/generated/types.ts';
import { looksOf } from '../../../ui/look.ts';

export const paymentStatus = looksOf<NonNullable<Payment['status']>>({
  RECORDED: { tone: 'good' },
  REVERSED: { tone: 'neutral', shape: 'struck' },
});
