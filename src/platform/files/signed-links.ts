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
  /**
   * Reads a path with its query, as it was sent. Null when it is not letter by letter a link that `sign` made
   * for this use, or has expired.
   */
  read(path: string, use?: LinkUse): LinkTarget | null;
}

/** Numbers as this service writes them. */
const LINK = /^\/f\/([^/?#]{1,2048})\?o=(0|[1-9]\d{0,14})&e=(0|[1-9]\d{0,14})&s=[\w-]{43}$/;

export function signedLinks(secret: string, realNow: () => Temporal.Instant): SignedLinks {
  const link = (use: LinkUse, { orgId, fileId }: LinkTarget, expires: number) => {
    const signed = `${use}\n${orgId}\n${fileId}\n${expires}`;
    const signature = createHmac('sha256', secret).update(signed).digest('base64url');
    return `/f/${encodeURIComponent(fileId)}?o=${orgId}&e=${expires}&s=${signature}`;
  };
  return {
    sign: (target, expiresAt, use = 'GET') =>
      link(use, target, Math.floor(expiresAt.epochMilliseconds / 1000)),
    read: (path, use = 'GET') => {
      const [, file = '', org, end] = LINK.exec(path) ?? [];
      const fileId = decode(file);
      if (fileId === null) return null;
      const [orgId, expires] = [Number(org), Number(end)];
      // One spelling for each link: whatever else the same parameters could be written as is another text.
      const given = Buffer.from(path);
      const right = Buffer.from(link(use, { orgId, fileId }, expires));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return realNow().epochMilliseconds < expires * 1000 ? { orgId, fileId } : null;
    },
  };
}

/** Null for what is no text in percent-encoding, or empty. */
function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded) || null;
  } catch {
    return null;
  }
}
