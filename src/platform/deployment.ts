import type { Quotas } from './db/quotas.ts';
import type { FileStorage } from './files/local-storage.ts';
import type { SignedLinks } from './files/signed-links.ts';
import type { Actor } from './http/operation.ts';

/**
 * What the deployment lends to handlers besides the transaction: keys and places that are not the
 * organization's.
 */
export interface Deployment {
  links: SignedLinks;
  files: FileStorage;
  /** Prefix of the platform's own names on the wire, as in the reserved schema `<prefix>-usage`. */
  readonly wirePrefix: string;
  /** The shapes of older clients where the interface document differs (`Declaration.response.legacyBody`). */
  /** How many of each thing an organization may have. */
  readonly quotas: Quotas;
  readonly isWireLegacy: boolean;
  issueToken(actor: Actor): Promise<string>;
}
