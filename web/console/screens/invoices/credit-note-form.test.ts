import { describe, expect, it } from 'vitest';
import type { Decimal } from '../../../api/decimal.ts';
import { creditNoteForm, creditNoteOf, everythingOf } from './credit-note-form.ts';

const lines = [
  { lineId: 'work', left: '100.1' as Decimal },
  { lineId: 'hosting', left: '60' as Decimal },
  { lineId: 'gone', left: '0' as Decimal },
];
const say = Object.assign((key: string) => key, { count: (key: string) => key });
const form = creditNoteForm(lines, say);
const check = (fields: Record<string, string>) => form.check({ ...form.initial, ...fields });

describe('a credit note', () => {
  it.each([
    [{ reason: 'Outage', amount0: '100.1' }, {}],
    [{ reason: 'Outage', amount0: '100.11' }, { amount0: 'amountInvalid' }],
    [{ reason: 'Outage', amount1: '0' }, { amount1: 'amountInvalid' }],
    [{ reason: 'Outage', amount1: '-5' }, { amount1: 'amountInvalid' }],
    [{ reason: 'Outage', amount2: '1' }, { amount2: 'amountInvalid' }],
    [{ reason: 'Outage' }, { amount0: 'nothingCredited' }],
    [{ reason: ' ', amount0: '1' }, { reason: 'reasonMissing' }],
  ])('%j', (fields, expected) => {
    expect(check(fields)).toEqual(expected);
  });

  it('sends only the lines with an amount, exactly as typed', () => {
    const fields = { reason: ' Outage ', amount0: '0.10', amount1: '', amount2: '' };
    const { body } = creditNoteOf('inv.1', { lines, fields });
    expect(JSON.stringify(body)).toBe('{"reason":"Outage","lineItems":[{"lineId":"work","amount":0.10}]}');
  });

  it('of everything leaves lines out that are credited already', () => {
    expect(everythingOf(lines)).toEqual({ amount0: '100.1', amount1: '60', amount2: '' });
  });
});
