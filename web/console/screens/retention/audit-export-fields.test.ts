import { expect, it } from 'vitest';
import { auditExportForm } from './audit-export-fields.ts';

const form = auditExportForm(Object.assign((key: string) => key, { count: (key: string) => key }));

it('includes the last day', () => {
  const fields = { format: 'NDJSON', from: '2030-01-31', until: '2030-02-28' };
  expect(form.read(fields)).toEqual({
    format: 'NDJSON',
    filters: { from: '2030-01-31T00:00:00Z', to: '2030-03-01T00:00:00Z' },
  });
  expect(form.read(form.initial)).toEqual({ format: 'CSV', filters: {} });
});

it('rejects days in the wrong order', () => {
  expect(form.check({ format: 'CSV', from: '2030-02-01', until: '2030-01-31' })).toEqual({
    until: 'daysReversed',
  });
  expect(form.check({ format: 'CSV', from: '2030-02-01', until: '2030-02-01' })).toEqual({});
});
