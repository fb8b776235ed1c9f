/** Characters of JSON that say where its parts begin and end, as codes of text or bytes of UTF-8. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
/** `{` and `[` differ in one bit alone, as do `}` and `]`: of both the other bits are the same. */
export const BRACKET_BITS = 0xdf;
export const OPENING = 0x5b;
export const CLOSING = 0x5d;
