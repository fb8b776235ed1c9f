import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { compileClients, type Ended, generateClients, installGenerators } from '#test/client-generators.ts';
import { OPENAPI_FILE } from '../../tools/openapi.ts';

/** The generators that users have make clients from the committed document, and a compiler takes them. */

const LONGEST_NAME = 60;
const DECLARED = /\b(?:type|interface|const|let|function|class|enum|namespace)\s+([A-Za-z_$][\w$]*)/g;

/** What a user writes. `Invoice` and `Customer` have members, and one that does not exist is refused. */
const USAGE = `
import type { components, operations } from './openapi-typescript';
import type { Customer as HeyCustomer, Invoice as HeyInvoice } from './hey-api';
import { getInvoice } from './hey-api';
import type { Customer as OrvalCustomer, Invoice as OrvalInvoice } from './orval';
import { createCustomer } from './orval';

type Invoice = components['schemas']['Invoice'];
type Customer = components['schemas']['Customer'];

export const ids = (invoices: [Invoice, HeyInvoice, OrvalInvoice]): string[] =>
  invoices.map(({ id }) => id);
export const names = (customers: [Customer, HeyCustomer, OrvalCustomer]): string[] =>
  customers.map(({ name }) => name);
// @ts-expect-error there is no such member
export const unknown = ({ colour }: HeyCustomer) => colour;
// @ts-expect-error an id is a text
export const wrong: Invoice['id'] = 1;
export const operation: keyof operations = 'getInvoice';
export const functions = [getInvoice, createCustomer];
`;

let reason: string | null = null;
let out = '';
let ended: Ended[] = [];
beforeAll(async () => {
  reason = await installGenerators();
  if (reason !== null) return;
  out = mkdtempSync(join(inject('testServer').folder, 'clients-'));
  ended = await generateClients(OPENAPI_FILE, out);
  writeFileSync(join(out, 'usage.ts'), USAGE);
}, 300_000);
afterAll(() => out && rmSync(out, { recursive: true, force: true }));

describe('clients that are generated from openapi.json', () => {
  it('are made by every generator', ({ skip }) => {
    if (reason !== null) skip(reason);
    expect(ended.map(({ name }) => name)).toHaveLength(4);
    for (const { name, code, output } of ended)
      expect([name, code], output.slice(0, 3000)).toEqual([name, 0]);
  });

  it('compile under strict, with Invoice and Customer among their types', async ({ skip }) => {
    if (reason !== null) skip(reason);
    const { code, output } = await compileClients(out);
    expect(output.split('\n').slice(0, 20).join('\n')).toBe('');
    expect(code).toBe(0);
  });

  it('have no name of more than 60 characters', ({ skip }) => {
    if (reason !== null) skip(reason);
    const texts = sourcesBelow(out).map((file) => readFileSync(file, 'utf8'));
    const names = texts.flatMap((text) => [...text.matchAll(DECLARED)].map(([, name = '']) => name));
    expect(names.length).toBeGreaterThan(1000);
    expect(names.filter((name) => name.length > LONGEST_NAME)).toEqual([]);
  });

  it('are made from a document in which redocly finds no error', ({ skip }) => {
    if (reason !== null) skip(reason);
    const { output = '' } = ended.find(({ name }) => name === '@redocly/cli') ?? {};
    const { totals } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
    expect(totals).toMatchObject({ errors: 0 });
  });
});

function sourcesBelow(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts')).map((file) => join(folder, file));
}
