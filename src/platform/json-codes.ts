/** Structural characters of JSON, as codes of text or of UTF-8 bytes. */
export const JSON_CODES = {
  QUOTE: 0x22,
  BACKSLASH: 0x5c,
  /** `{` and `[` differ in a single bit, as do `}` and `]`: this mask selects the other bits. */
  BRACKET_BITS: 0xdf,
  OPENING: 0x5b,
  CLOSING: 0x5d,
} as const;
