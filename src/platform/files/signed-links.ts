import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed link gives access to, for a time. */
export interface LinkTarget {
  orgId: number;
  fileId: string;
}

/** Links that carry their own permission: whoever holds one may fetch the file until it expires. */
export interface SignedLinks {
  /** A path with its signature, relative to the service's base URL. */
  sign(target: LinkTarget, expiresAt: Temporal.Instant): string;
  /** Null when the signature is wrong or the link has expired. */
  read(link: { file: string; query: Record<string, unknown> }): LinkTarget | null;
}

export function signedLinks(secret: string, realNow: () => Temporal.Instant): SignedLinks {
  const sign = (orgId: number, fileId: string, expires: number) =>
    createHmac('sha256', secret).update(`GET\n${orgId}\n${fileId}\n${expires}`).digest('base64url');
  return {
    sign: ({ orgId, fileId }, expiresAt) => {
      const expires = Math.floor(expiresAt.epochMilliseconds / 1000);
      return `/f/${encodeURIComponent(fileId)}?o=${orgId}&e=${expires}&s=${sign(orgId, fileId, expires)}`;
    },
    read: ({ file, query }) => {
      const [orgId, expires] = [Number(query.o), Number(query.e)];
      if (!Number.isSafeInteger(orgId) || !Number.isSafeInteger(expires) || typeof query.s !== 'string')
        return null;
      const given = Buffer.from(query.s);
      const right = Buffer.from(sign(orgId, file, expires));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return realNow().epochMilliseconds < expires * 1000 ? { orgId, fileId: file } : null;
    },
  };
}
