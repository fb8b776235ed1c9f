import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { CERTIFICATE, KEY_OF_CERTIFICATE } from './attestation-certificate.ts';

/** An authenticator with one passkey, which signs whatever a test makes of its response. */

export interface PasskeyOptions {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

/** Where the response differs from that of an honest authenticator in an honest browser. */
export interface Twist {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  isVerified?: boolean;
  isPresent?: boolean;
  counter?: number;
  userHandle?: string;
  id?: string;
  format?: 'none' | 'packed' | 'fido-u2f';
  /** Whether a certificate of its maker vouches for it. */
  hasCertificate?: boolean;
  signedBy?: Authenticator;
}

interface Made {
  origin: string;
  /** Of the key and the credential; random without one. */
  seed?: string;
  /** False: it does not count, like most passkeys. */
  isCounting?: boolean;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

export class Authenticator {
  readonly id: string;
  readonly #origin: string;
  readonly #key: KeyObject;
  readonly #isCounting: boolean;
  #userHandle = '';
  #counter = 0;

  constructor({ origin, seed = base64url(randomBytes(16)), isCounting = true }: Made) {
    this.#origin = origin;
    this.#isCounting = isCounting;
    this.id = base64url(sha256(`credential ${seed}`));
    // PKCS #8 of Ed25519: its signatures are the same in each run.
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), sha256(seed)]);
    this.#key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  }

  /** The body with which a passkey is added, without its name. */
  create(options: PasskeyOptions, twist: Twist = {}) {
    this.#userHandle = options.user?.id ?? '';
    const rpId = options.rp?.id ?? '';
    const clientDataJSON = this.#clientData({ type: 'webauthn.create', ...options }, twist);
    const credentialId = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, this.#coseKey()]);
    const authData = Buffer.concat([this.#authenticatorData(rpId, 0x40, twist), attested]);
    const { format = 'none', hasCertificate = false } = twist;
    const attStmt = new Map<string, unknown>();
    if (format !== 'none') {
      const signature = hasCertificate
        ? sign('sha256', signedText(authData, clientDataJSON), makersKey())
        : this.#sign(authData, clientDataJSON);
      attStmt.set('alg', hasCertificate ? -7 : -8);
      attStmt.set('sig', Uint8Array.from(signature));
      if (hasCertificate) attStmt.set('x5c', [Uint8Array.from(CERTIFICATE)]);
    }
    const object = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', attStmt],
      ['authData', Uint8Array.from(authData)],
    ]);
    const attestationObject = base64url(isoCBOR.encode(object as never));
    return { id: twist.id ?? this.id, clientDataJSON: base64url(clientDataJSON), attestationObject };
  }

  /** The body with which its user logs in. */
  get(options: PasskeyOptions, twist: Twist = {}) {
    const clientDataJSON = this.#clientData({ type: 'webauthn.get', ...options }, twist);
    const authenticatorData = this.#authenticatorData(options.rpId ?? '', 0, twist);
    const signature = (twist.signedBy ?? this).#sign(authenticatorData, clientDataJSON);
    return {
      id: twist.id ?? this.id,
      clientDataJSON: base64url(clientDataJSON),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      userHandle: twist.userHandle ?? this.#userHandle,
    };
  }

  /** As if the passkey had been added for a user. */
  belongTo(userId: string): this {
    this.#userHandle = base64url(Buffer.from(userId));
    return this;
  }

  /** As the database stores it. */
  get publicKey(): Buffer {
    return this.#coseKey();
  }

  #clientData({ type, challenge }: { type: string; challenge: string }, twist: Twist): Buffer {
    const { origin = this.#origin, crossOrigin = false } = twist;
    return Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin,
        crossOrigin,
      }),
    );
  }

  #authenticatorData(rpId: string, more: number, twist: Twist): Buffer {
    const { isPresent = true, isVerified = true } = twist;
    if (this.#isCounting) this.#counter++;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(twist.counter ?? this.#counter);
    const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | more;
    return Buffer.concat([sha256(twist.rpId ?? rpId), Buffer.from([flags]), counter]);
  }

  #coseKey(): Buffer {
    const { x = '' } = createPublicKey(this.#key).export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
    ]);
    return Buffer.from(isoCBOR.encode(key as never));
  }

  #sign(authenticatorData: Buffer, clientDataJSON: Buffer): Buffer {
    return sign(null, signedText(authenticatorData, clientDataJSON), this.#key);
  }
}

function signedText(authenticatorData: Buffer, clientDataJSON: Buffer): Buffer {
  return Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
}

function makersKey(): KeyObject {
  return createPrivateKey({ key: KEY_OF_CERTIFICATE, format: 'der', type: 'pkcs8' });
}
