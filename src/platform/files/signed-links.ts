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
      const { o, e, s, ...others } = query;
      // One spelling for each link: a parameter that comes twice is an array, and nothing is added.
      if (!isNumeral(o) || !isNumeral(e) || typeof s !== 'string' || Object.keys(others).length > 0)
        return null;
      const [orgId, expires] = [Number(o), Number(e)];
      const given = Buffer.from(s);
      const right = Buffer.from(sign(use, { orgId, fileId: file }, expires));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return realNow().epochMilliseconds < expires * 1000 ? { orgId, fileId: file } : null;
    },
  };
}

/** A whole number as this service writes it. */
function isNumeral(text: unknown): text is string {
  return typeof text === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(text);
}
