/** A JSON number that a double might not represent exactly; its source text is the value. */
export interface JsonNumber {
  readonly source: string;
}

class SourceNumber implements JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** In free-form members that are stored as JSON documents, it prints the number as sent. */
  toJSON(): unknown {
    return JSON.rawJSON(this.source);
  }
}

export function isJsonNumber(value: unknown): value is JsonNumber {
  return value instanceof SourceNumber;
}

/** Integers that a double represents exactly and prints unchanged. */
const SHORT_INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;

/**
 * Reviver for bodies with decimals: short integers stay numbers (they are exact), every other number keeps
 * its source text. It costs 4–7 times the plain parse, so only routes with decimals use it.
 */
export function keepNumberSource(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return SHORT_INTEGER.test(context.source) && context.source !== '-0'
    ? value
    : new SourceNumber(context.source);
}
