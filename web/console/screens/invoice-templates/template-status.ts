import type { InvoiceTemplate } from '../../../api/generated/types.ts';
import { looksOf } from '../../../ui/look.ts';

export const templateStatus = looksOf<InvoiceTemplate['status']>({
  ACTIVE: { tone: 'good' },
  ARCHIVED: { tone: 'neutral', shape: 'struck' },
});
