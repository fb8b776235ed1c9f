import { subjectOf, type Trier } from '#platform/logins/counted.ts';

/** A contact's e-mail in an organization, whether or not a contact has it. */
export interface Person {
  organizationId: string;
  environment: string;
  /** Normalized by `emailKey`. */
  email: string;
}

/** The prefix of all counters of a contact. */
export function personSubject({ environment, organizationId, email }: Person): string {
  return subjectOf([environment, organizationId, email]);
}

/** The subject of a contact's attempts: the person, and the network address. */
export function trierOf({ address, ...person }: Person & { address: string }): Trier {
  return { person: personSubject(person), address };
}
