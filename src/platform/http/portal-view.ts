/** The part of a customer that a portal token may access, by its current grants. */
export interface PortalView {
  customerId: string;
  /** Ids of the accounts that it may access. */
  accountIds: ReadonlySet<string>;
  /** Ids of all accounts of the customer. */
  customerAccountIds: ReadonlySet<string>;
  /** The ids of the customer's accounts by platform id. */
  idsByPlatformId: ReadonlyMap<string, string>;
  mode: 'READ' | 'WRITE';
  /** Username of the contact who holds the token; null for a delegate. */
  contact: string | null;
}

/** How portal tokens may use an operation. */
export interface PortalAccess {
  mode: 'READ' | 'WRITE';
  /**
   * Members omitted from the response, with dots for nested members (`details.metadata`); for list items,
   * without the leading `data`.
   */
  hides?: readonly string[];
  /** The list's filter by account; it is set to the granted accounts, so that the list stays fast. */
  accountFilter?: string;
  /** The only members that the body may have; absent: all. */
  accepts?: readonly string[];
}
