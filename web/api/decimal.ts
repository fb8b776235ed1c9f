/** An exact decimal of a response, as the text that the service sent: `'0.1'`, `'-12.50'`. */
export type Decimal = string & { readonly decimal: true };

/** A JSON number with exactly the digits that were typed. Made by `exact` only. */
export interface Exact {
  readonly rawJSON: string;
}

interface ExactJson {
  rawJSON(text: string): Exact;
}

const DECIMAL = /^-?\d{1,40}(?:\.\d{1,40})?$/;

/** Whether a text is a decimal that a request may carry. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** For request bodies. Throws for a text that is no decimal: forms check it before. */
export function exact(text: string): Exact {
  if (!isDecimal(text)) throw new Error(`${text} is not a decimal`);
  const [whole = '', fraction] = text.split('.');
  // JSON allows no leading zeros.
  const digits = whole.replace(/^(-?)0+(?=\d)/, '$1');
  return (JSON as unknown as ExactJson).rawJSON(fraction === undefined ? digits : `${digits}.${fraction}`);
}
