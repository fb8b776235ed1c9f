import type { Org } from './operation.ts';
import type { Role } from './roles.ts';

/** The person behind a session. */
export interface SessionUser {
  id: string;
  name: string;
  /** Id of the session, which the cookie's value does not reveal. */
  sessionId: string;
  /** The environment to which the membership belongs; one of production covers the sandbox, too. */
  home: Org;
  /** Null: a custom role. */
  role: Role | null;
  /** The organization requires a second factor, and the person has none: it may only set one up. */
  lacksSecondFactor: boolean;
  /** Its use has to be noted, or its cookie renewed. */
  isStale: boolean;
}
