import type { UsageMeter } from '../api/generated/types.ts';
import { looksOf } from '../ui/look.ts';

/** Meters and schemas have the same life. */
export const catalogStatus = looksOf<UsageMeter['status']>({
  ACTIVE: { tone: 'good' },
  DRAFT: { tone: 'neutral', shape: 'dashed' },
  INACTIVE: { tone: 'warn' },
  ARCHIVED: { tone: 'neutral', shape: 'struck' },
});
