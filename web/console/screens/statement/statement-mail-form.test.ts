import { describe, expect, it } from 'vitest';
import { addressesOf, mailForm, mailOf, withAddress } from './statement-mail-form.ts';

const say = ((key: string, values: Record<string, unknown> = {}) =>
  [key, ...Object.values(values)].join(' ')) as never;
const form = mailForm({ to: ['pay@acme.example'], cc: [] }, say);
const check = (to: string, cc = '') => form.check({ to, cc, message: '' });
const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name}${index}@a.example`).join(', ');

it('begins with the usual recipients', () => {
  expect(form.initial).toEqual({ to: 'pay@acme.example', cc: '', message: '' });
});

describe('recipients', () => {
  it.each([
    // to                            cc              errors
    ['a@b.example', '', {}],
    ['', 'a@b.example', { to: 'mail.toMissing' }],
    ['a@b.example; nobody', '', { to: 'mail.addressWrong nobody' }],
    ['Ann <a@b.example>', '', { to: 'mail.addressWrong Ann <a@b.example>' }],
    ['a@b.example', 'x', { cc: 'mail.addressWrong x' }],
    [many(15, 'a'), many(5, 'b'), {}],
    [many(15, 'a'), many(6, 'b'), { cc: 'mail.tooMany 20' }],
  ])('%j and copies to %j: %j', (to, cc, errors) => {
    expect(check(to, cc)).toEqual(errors);
  });

  it('are split at lines, commas and semicolons, and counted once', () => {
    expect(addressesOf(' a@x \n\nb@x,c@x; a@x')).toEqual(['a@x', 'b@x', 'c@x']);
    expect(withAddress('a@x', 'b@x')).toBe('a@x\nb@x');
    expect(withAddress('a@x, b@x', 'b@x')).toBe('a@x, b@x');
  });
});

it('is sent with its language and without an empty message', () => {
  const body = { debtorType: 'ACCOUNT', debtorId: 'acme', currency: 'USD', language: 'de' } as const;
  expect(mailOf({ body }, { to: 'a@x', cc: '', message: ' ' })).toEqual({
    body: { ...body, mailTo: ['a@x'], mailCc: [] },
  });
  expect(mailOf({ body }, { to: 'a@x', cc: 'b@x', message: ' Hello ' }).body).toMatchObject({
    ...{ mailCc: ['b@x'], message: 'Hello' },
  });
});
