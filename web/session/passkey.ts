import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** The library is loaded when somebody uses a passkey: the first page does without it. */
const library = () => import('@simplewebauthn/browser');

export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/** Whether the browser offers passkeys while an e-mail is being typed. */
export async function canFillPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await library()).browserSupportsWebAuthnAutofill();
}

/**
 * Has an authenticator sign a challenge of the service. `isFilled`: offers passkeys in the field of the
 * e-mail, and waits until the user chooses one. A further call ends this one.
 */
export async function signWithPasskey(options: object, { isFilled }: { isFilled: boolean }) {
  const { startAuthentication } = await library();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: isFilled });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
}

/** Has an authenticator make a passkey. */
export async function makePasskey(options: object) {
  const { startRegistration } = await library();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports: [...transports] };
}

/** Ends what waits for an authenticator. */
export async function stopPasskeys(): Promise<void> {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

export type PasskeyFailure = 'cancelled' | 'elsewhere' | 'known' | 'failed';

/** Why a browser did not use or make a passkey; its own words are in its own language. */
export function failureOf(error: unknown): PasskeyFailure {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return 'cancelled';
    case 'SecurityError':
      return 'elsewhere';
    case 'InvalidStateError':
      return 'known';
    default:
      return 'failed';
  }
}
