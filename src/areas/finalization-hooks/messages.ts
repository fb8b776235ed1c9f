import { Type } from 'typebox';
import { decimal, decimalText, parseJsonDecimal } from '#core/decimal.ts';
import { readMessage, ShortText } from '#platform/outbound/signed-call.ts';
import type { HookKind } from './schema.ts';

/** The response of a hook. It comes from outside, so all of it is validated before it is applied. */

/** Names, and rates as fractions in canonical text; empty if nothing is taxed. */
export interface TaxResponse {
  taxes: { name: string; rate: string }[];
}

/** The reference of an invoice's registration, and a link to view it. */
export interface EInvoiceResponse {
  reference: string;
  url?: string | undefined;
}

export type HookResponse = TaxResponse | EInvoiceResponse;

/** PENDING: there is no result yet. */
export type HookReply = 'PENDING' | HookResponse;

const MAX_TAXES = 20;
const Pending = Type.Object({ status: Type.Literal('PENDING') });
const Taxes = Type.Object({
  taxes: Type.Array(
    Type.Object({
      name: Type.Intersect([ShortText, Type.String({ maxLength: 100 })]),
      rate: Type.String({ maxLength: 40 }),
    }),
    { maxItems: MAX_TAXES },
  ),
});
const Registration = Type.Object({
  reference: ShortText,
  url: Type.Optional(Type.String({ maxLength: 2048, pattern: '^https?://[\\x21-\\x7e]+$' })),
});

/** Returns null for a response that violates the contract (docs/finalization.md). */
export function readReply(
  kind: HookKind,
  { status, body }: { status: number; body: string | null },
): HookReply | null {
  if (status === 202 || readMessage(Pending, body)) return 'PENDING';
  switch (kind) {
    case 'TAX':
      return readTaxes(body);
    case 'E_INVOICE':
      return readRegistration(body);
    default:
      return kind satisfies never;
  }
}

function readTaxes(body: string | null): TaxResponse | null {
  const message = readMessage(Taxes, body);
  if (!message || new Set(message.taxes.map(({ name }) => name)).size < message.taxes.length) return null;
  const taxes = message.taxes.map(({ name, rate }) => ({ name, rate: readRate(rate) }));
  return taxes.every((tax): tax is TaxResponse['taxes'][number] => tax.rate !== null) ? { taxes } : null;
}

/** As in the setting TAX_RATES: from 0 to 1. */
function readRate(text: string): string | null {
  const rate = parseJsonDecimal(text);
  if ('error' in rate || rate.isNegative() || rate.gt(decimal('1'))) return null;
  return decimalText(rate);
}

function readRegistration(body: string | null): EInvoiceResponse | null {
  const message = readMessage(Registration, body);
  return message && { reference: message.reference, ...(message.url !== undefined && { url: message.url }) };
}
