/** Characters of JSON that say where its parts begin and end, as codes of text or bytes of UTF-8. */
export const JSON_CODES = {
  QUOTE: 0x22,
  BACKSLASH: 0x5c,
  /** `{` and `[` differ in one bit alone, as do `}` and `]`: of both the other bits are the same. */
  BRACKET_BITS: 0xdf,
  OPENING: 0x5b,
  CLOSING: 0x5d,
} as const;
