import { createHmac, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { invalidNextToken } from '../problem.ts';

/** The content of a page token: the whole first request, and where the previous page ended. */
export interface PageTokenContent {
  operation: string;
  orgId: number;
  pageSize: number;
  filters: Record<string, string[]>;
  search: string | null;
  sort: [string, 'ASC' | 'DESC'][];
  /** Sort values of the last row; the unique one is last. */
  after: string[];
}

const LIFE_MS = 24 * 60 * 60 * 1000;
const TAG_BYTES = 16;
const MAX_TOKEN = 4000;
const VERSION = 1;

/**
 * Signs and reads page tokens: opaque, bound to organization and operation, rejected when altered or older
 * than a day.
 */
export interface PageTokens {
  write(content: PageTokenContent): string;
  /** Throws `invalidNextToken`. */
  read(token: string, expected: { operation: string; orgId: number }): PageTokenContent;
}

export function pageTokens(secret: string, realNow: () => Temporal.Instant): PageTokens {
  const sign = (payload: Buffer) =>
    createHmac('sha256', secret).update(payload).digest().subarray(0, TAG_BYTES);
  return {
    write(c) {
      const fields = [
        VERSION,
        c.operation,
        c.orgId,
        c.pageSize,
        c.filters,
        c.search,
        c.sort,
        c.after,
        realNow().epochMilliseconds,
      ];
      const payload = deflateRawSync(Buffer.from(JSON.stringify(fields)));
      return Buffer.concat([sign(payload), payload]).toString('base64url');
    },
    read(token, expected) {
      const bytes = token.length <= MAX_TOKEN ? Buffer.from(token, 'base64url') : Buffer.alloc(0);
      const payload = bytes.subarray(TAG_BYTES);
      const isOurs = bytes.length > TAG_BYTES && timingSafeEqual(bytes.subarray(0, TAG_BYTES), sign(payload));
      // The text is compared too: base64url decoding ignores trailing bits.
      if (!isOurs || bytes.toString('base64url') !== token) throw invalidNextToken();
      const fields = JSON.parse(inflateRawSync(payload).toString()) as unknown[];
      const [version, operation, orgId, pageSize, filters, search, sort, after, issuedAt] = fields;
      const isFresh = typeof issuedAt === 'number' && realNow().epochMilliseconds - issuedAt < LIFE_MS;
      if (version !== VERSION || operation !== expected.operation || orgId !== expected.orgId || !isFresh)
        throw invalidNextToken();
      return { operation, orgId, pageSize, filters, search, sort, after } as PageTokenContent;
    },
  };
}
