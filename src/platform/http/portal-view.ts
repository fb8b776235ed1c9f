/** The part of a customer that a portal token reaches, as it is granted now. */
export interface PortalView {
  customerId: string;
  /** Ids of the accounts that it reaches. */
  accountIds: ReadonlySet<string>;
  /** Ids of all accounts of the customer. */
  customerAccountIds: ReadonlySet<string>;
  /** The accounts of the customer by their platform ids. */
  idsByPlatformId: ReadonlyMap<string, string>;
  mode: 'READ' | 'WRITE';
  /** Username of the contact whom the token is for; null for a delegate. */
  contact: string | null;
}

/** How a portal token may use an operation. */
export interface PortalAccess {
  mode: 'READ' | 'WRITE';
  /**
   * Members that are left out of the answer, with dots for members of members (`details.metadata`); those of
   * a list's items without its `data`.
   */
  hides?: readonly string[];
  /** The list's filter by account; the granted accounts are put into it, so that the list stays fast. */
  accountFilter?: string;
  /** The only members that its body may have; absent: all. */
  accepts?: readonly string[];
}
