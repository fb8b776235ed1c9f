import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed link gives access to, for a time. */
export interface LinkTarget {
  orgId: number;
  fileId: string;
}

/** What the holder of a link may do: fetch the file, or put it there. */
export type LinkUse = 'GET' | 'PUT';

/** Links that carry their own permission: whoever holds one may do what it is for until it expires. */
export interface SignedLinks {
  /** A path with its signature, relative to the service's base URL. */
  sign(target: LinkTarget, expiresAt: Temporal.Instant, use?: LinkUse): string;
  /** Null when the signature is wrong, or for another use, or the link has expired. */
  read(link: { file: string; query: Record<string, unknown> }, use?: LinkUse): LinkTarget | null;
}

export function signedLinks(secret: string, realNow: () => Temporal.Instant): SignedLinks {
  const sign = (use: LinkUse, { orgId, fileId }: LinkTarget, expires: number) =>
    createHmac('sha256', secret).update(`${use}\n${orgId}\n${fileId}\n${expires}`).digest('base64url');
  return {
    sign: (target, expiresAt, use = 'GET') => {
      const expires = Math.floor(expiresAt.epochMilliseconds / 1000);
      const signature = sign(use, target, expires);
      return `/f/${encodeURIComponent(target.fileId)}?o=${target.orgId}&e=${expires}&s=${signature}`;
    },
    read: ({ file, query }, use = 'GET') => {
      const [orgId, expires] = [Number(query.o), Number(query.e)];
      if (!Number.isSafeInteger(orgId) || !Number.isSafeInteger(expires) || typeof query.s !== 'string')
        return null;
      const given = Buffer.from(query.s);
      const right = Buffer.from(sign(use, { orgId, fileId: file }, expires));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return realNow().epochMilliseconds < expires * 1000 ? { orgId, fileId: file } : null;
    },
  };
}
