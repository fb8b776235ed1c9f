import { expect, it } from 'vitest';
import type { CorrectionPreview, UncountedEvents } from '../../api/generated/types.ts';
import {
  hasChanges,
  invoiceChanges,
  usageChanges,
  worthIn,
  worthOf,
  worthQuestions,
} from './correction-view.ts';

const invoice = (id: string, status: string, [before, after]: [string, string]) => ({
  ...{ invoiceId: id, accountId: 'a1', status, currency: 'USD', before, after },
});
const preview = (members: object): CorrectionPreview =>
  ({ usage: [], invoices: [], credits: [], ...members }) as unknown as CorrectionPreview;

it('differences are exact', () => {
  const month = { from: '2030-01-01T00:00:00Z', until: '2030-02-01T00:00:00Z' };
  const usage = [{ accountId: 'a1', usageMeterId: 'm', usageMeterName: 'calls', ...month }];
  const [change] = usageChanges(preview({ usage: [{ ...usage[0], before: '0.3', after: '0.1' }] }));
  expect(change).toMatchObject({ title: 'calls', difference: '-0.2', currency: null });
});

it('a draft without a change is left out, an issued invoice is not', () => {
  const invoices = [
    invoice('1', 'DRAFT', ['5', '5.00']),
    invoice('2', 'DUE', ['5', '5']),
    invoice('3', 'DRAFT', ['5', '7']),
  ];
  expect(invoiceChanges(preview({ invoices }), 'Draft').map(({ id }) => id)).toEqual(['2', '3']);
  expect(hasChanges(preview({ invoices: invoices.slice(0, 2) }))).toBe(false);
  expect(hasChanges(preview({ invoices }))).toBe(true);
});

it('what events are worth is the sum of the changes of all invoices, by currency', () => {
  const invoices = [
    invoice('1', 'DRAFT', ['5', '7.25']),
    invoice('2', 'DRAFT', ['1', '0.5']),
    { ...invoice('3', 'DRAFT', ['10', '10']), currency: 'JPY' },
  ];
  expect(worthOf(preview({ invoices }))).toEqual([{ currency: 'USD', amount: '1.75' }]);
});

it.each([
  // usage, invoices                             worth
  [1, [['DRAFT', '5', '7.25']], { amounts: [{ currency: 'USD', amount: '2.25' }] }],
  [1, [['DRAFT', '5', '5']], { unknown: 'included' }],
  [1, [['DUE', '5', '5']], { unknown: 'issued' }],
  [1, [], { unknown: 'price' }],
  [0, [['DRAFT', '5', '5']], { unknown: 'uncounted' }],
  [0, [], { unknown: 'uncounted' }],
] as const)('%i changes of usage and the invoices %j are worth %j', (usage, invoices, worth) => {
  const shown = invoices.map(([status, before, after]) => invoice('1', status, [before, after]));
  expect(worthIn(preview({ usage: Array(usage).fill({}), invoices: shown }))).toEqual(worth);
});

const NOT_METERED = 'INGESTION_COMPLETED_EVENT_NOT_METERED';
const REDONE = { action: 'REDO', schema_name: 'call', account_id: 'a1', until: 'u' };

it.each([
  // group, what to preview
  [
    { status: 'INGESTION_FAILED_ACCOUNT_NOT_FOUND', accountRef: 'x', closestAccount: { id: 'a1' } },
    [{ input: { action: 'REDO', account_ref: 'x', as_account_id: 'a1' } }],
  ],
  [{ status: 'INGESTION_FAILED_ACCOUNT_NOT_FOUND', accountRef: 'x' }, []],
  [{ status: 'INGESTION_FAILED_DUPLICATE_EVENT' }, []],
  [{ status: 'INGESTION_FAILED' }, [{ input: { ...REDONE, status: 'INGESTION_FAILED' } }]],
  [
    { status: NOT_METERED, usageMeters: [{ id: 'm1', name: 'EU' }] },
    [{ input: { ...REDONE, status: NOT_METERED, as_usage_meter_id: 'm1' }, meter: 'EU' }],
  ],
])('%j', (group, expected) => {
  const asked = worthQuestions({ schemaName: 'call', ...group } as UncountedEvents, {
    account_id: 'a1',
    until: 'u',
  });
  expect(asked).toEqual(expected);
});
