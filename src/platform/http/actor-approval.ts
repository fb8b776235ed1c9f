/** The approval under which a request is executed, and the person who gave it. */
export interface ActorApproval {
  id: string;
  approverId: string;
  approverName: string;
}
