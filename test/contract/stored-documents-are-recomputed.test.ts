import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { recompute } from '#areas/invoices/explanation/recompute.ts';
import { canonicalJson } from '#core/canonical-json.ts';

/*
 * Inputs and documents as version 0.1.0 stored them, one for each kind of invoice: those of cycles, of a
 * group, credit notes and adjustments for late usage. They are what databases are full of. Adjustments go on
 * from such documents, explanations are read from them, and the audit computes all of them anew.
 *
 * When a row fails, the program reads what is stored in another way than it was written. Do not record the
 * file again: no database can be. Make the new reading one that old inputs do not ask for: a member that they
 * do not have, whose absence means what it did, or another number of `engine`. A kind of its own, or a new
 * form of one, is a file and a row more. The sums are here so that nobody changes a file without saying so.
 */
const FOLDER = join(import.meta.dirname, '../fixtures/documents');
const STORED: [kind: string, sum: string][] = [
  ['composite-of-adjustments', 'b85a63c94e8f0fe0'],
  ['composite', 'ee01e6e2a84b60f3'],
  ['credit-note', '26e337c837fd9c99'],
  ['fee-in-advance', '6fe521db20748963'],
  ['late-usage-adjustment-below-nothing', 'd21537d3a3cbf90f'],
  ['late-usage-adjustment', '022cb0bfab016a31'],
  ['licences-in-advance', 'ee1cda270936ea1e'],
  ['line-on-top', '091bf652276d8038'],
  ['paid-by-credits', 'e9c098f2ea0492fc'],
  ['second-credit-note', '0b034518f562355c'],
  ['usage-in-arrears', '9448b439cb431b40'],
];

const read = (kind: string): string => readFileSync(join(FOLDER, `${kind}.json`), 'utf8');

it('every file has its row', () => {
  const names = readdirSync(FOLDER).map((name) => name.replace('.json', ''));
  expect(names.sort()).toEqual(STORED.map(([kind]) => kind).sort());
});

test.each(STORED)('%s is as it was recorded, and comes to the same bytes', async (kind, sum) => {
  const text = read(kind);
  expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe(sum);
  const { inputs, document } = JSON.parse(text);
  expect(await recompute(canonicalJson(inputs))).toBe(canonicalJson(document));
});
