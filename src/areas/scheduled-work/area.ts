import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { listScheduledWork } from './operations/list-scheduled-work.ts';
import { previewClock } from './operations/preview-clock.ts';
import { retryScheduledWork } from './operations/retry-scheduled-work.ts';

export const failingWork: Area = {
  name: 'scheduled-work',
  title: 'Scheduled work',
  operations: [listScheduledWork, retryScheduledWork, previewClock],
};
