import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { listDueWork } from './operations/list-due-work.ts';
import { retryDueWork } from './operations/retry-due-work.ts';

export const failingWork: Area = { name: 'due-work', operations: [listDueWork, retryDueWork] };
