import { createHmac, timingSafeEqual } from 'node:crypto';

/** The file to which a signed link gives temporary access. */
export interface LinkTarget {
  orgId: number;
  fileId: string;
}

/** What the holder of a link may do: download the file, or upload it. */
export type LinkUse = 'GET' | 'PUT';

/** Links that carry their own permission: the holder may use one for its purpose until it expires. */
export interface SignedLinks {
  /** A path with its signature, relative to the service's base URL. */
  sign(target: LinkTarget, expiresAt: Temporal.Instant, use?: LinkUse): string;
  /**
   * Reads a path with its query, exactly as sent. Null when it is not character by character a link that
   * `sign` produced for this use, or has expired.
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
      // Each link has exactly one spelling: any other way to write the same parameters is rejected.
      const given = Buffer.from(path);
      const right = Buffer.from(link(use, { orgId, fileId }, expires));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return realNow().epochMilliseconds < expires * 1000 ? { orgId, fileId } : null;
    },
  };
}

/** Null for invalid percent-encoding, or an empty text. */
function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded) || null;
  } catch {
    return null;
  }
}
