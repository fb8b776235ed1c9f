import { expect, it } from 'vitest';
import { codeOf } from '../status-codes.ts';
import { wantsOf } from './event-filter.ts';

const EVENTS = {
  metered: { seq: 1, status: codeOf('INGESTION_COMPLETED_EVENT_METERED'), schemaName: 's', accountId: 'a' },
  failed: { seq: 2, status: codeOf('INGESTION_FAILED'), schemaName: 's', accountId: 'b' },
  stray: { seq: 3, status: codeOf('INGESTION_FAILED_ACCOUNT_NOT_FOUND'), schemaName: 't', accountId: null },
  reverted: { seq: 4, status: codeOf('REVERTED'), schemaName: 't', accountId: 'a' },
};

it.each([
  // filters                                                             wanted
  [{}, 'metered failed stray reverted'],
  [{ status: ['in:["PROCESSED"]'] }, 'metered'],
  [{ status: ['in:["UNPROCESSED"]'] }, 'failed stray'],
  [{ status: ['in:["IN_PROGRESS"]'] }, ''],
  [{ status: ['in:["INGESTION_FAILED","REVERTED"]'] }, 'failed reverted'],
  [{ status: ['in:["UNPROCESSED"]', 'in:["INGESTION_FAILED"]'] }, 'failed'], // repeats mean AND
  [{ account_id: ['in:["a"]'] }, 'metered reverted'],
  [{ account_id: ['in:["a","b"]'] }, 'metered failed reverted'],
  [{ account_id: ['in:["null"]'] }, ''],
  [{ schema_name: ['in:["t"]'], account_id: ['in:["a"]'] }, 'reverted'],
])('%o', (filters, wanted) => {
  const wants = wantsOf(filters as Record<string, string[]>);
  const names = Object.entries(EVENTS).filter(([, event]) => wants(event));
  expect(names.map(([name]) => name).join(' ')).toBe(wanted);
});
