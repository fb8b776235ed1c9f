/** In the order of the guide; a test compares. */
export const KEPT = [
  ...(['responses', 'uploads', 'files', 'webhookEvents', 'mails', 'leftovers', 'jobs', 'audit'] as const),
  ...(['events', 'documents'] as const),
] as const;
