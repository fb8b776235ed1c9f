export const CHANNEL_TYPES = ['EMAIL', 'WEBHOOK', 'CHAT'] as const;
export const MAX_CHANNELS = 10;
export const UNIT_MINUTES = { DAYS: 1440, HOURS: 60, MINUTES: 1 } as const;
export const VALIDITY_UNITS = ['DAYS', 'HOURS', 'MINUTES'] as const;

export type ChannelRow = { type: string; target: string };
export type AlertFields = {
  kind: string;
  description: string;
  account: string;
  watched: string;
  limit: string;
  interval: string;
  /** Until it ends by itself, in its unit; empty: never. */
  validity: string;
  validityUnit: string;
  channels: readonly ChannelRow[];
  isActive: boolean;
};
