/** The person behind a session. */
export interface SessionUser {
  id: string;
  name: string;
  /** Id of the session, which the cookie's value does not reveal. */
  sessionId: string;
  /** Of the environment to which the membership belongs; one of production covers the sandbox, too. */
  orgId: number;
  /** What the organization requires before the session may do more than manage the person's own login. */
  lacks: 'SECOND_FACTOR' | 'IDENTITY_PROVIDER' | null;
  /**
   * Whether the person has logged in itself. Otherwise the identity provider of the organization vouches for
   * it, in this organization only.
   */
  isOwnLogin: boolean;
  /** Its use has to be noted, or its cookie renewed. */
  isStale: boolean;
}
