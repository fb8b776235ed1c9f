/** The person behind a session. */
export interface SessionUser {
  id: string;
  name: string;
  /** Id of the session, which the cookie's value does not reveal. */
  sessionId: string;
  /** Of the environment to which the membership belongs; one of production covers the sandbox, too. */
  orgId: number;
  /** The organization requires a second factor, and the person has none: it may only set one up. */
  lacksSecondFactor: boolean;
  /** Its use has to be noted, or its cookie renewed. */
  isStale: boolean;
}
