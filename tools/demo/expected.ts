/**
 * The demo's month, calculated by hand. Nothing here is computed by the product: every figure was worked out
 * with
 * pencil and paper from the prices and the daily usage, so that the demo can prove the invoice right or
 * wrong.
 *
 * The plan starts on 15 January 2030 and bills calendar months, so the first cycle is a stub of 17 of 31 days
 * (15, 16, … 31 January). Usage of every one of the 17 days:
 *
 *   API calls   800 a day                17 × 800   = 13 600 calls
 *   storage     91.2 GB a day            17 × 91.2  =  1 550.4 GB
 *   egress      72.61 GB a day           17 × 72.61 =  1 234.37 GB
 */
export const EXPECTED = {
  /** 1000 × 0.010 = 10.00; 9000 × 0.008 = 72.00; the other 3600 × 0.005 = 18.00; together 100.00 */
  calls: { quantity: '13600', amount: '100', slabs: ['10', '72', '18'] },
  /** 1550.4 GB lie in the second slab: 1550.4 / 100 = 15.504, so 16 packages × 6.25 = 100.00 */
  storage: { quantity: '1550.4', amount: '100', slabs: ['100'] },
  /** 1234.37 × 0.0149 = 18.392113, rounded once to 18.39 */
  egress: { quantity: '1234.37', amount: '18.39', slabs: ['18.39'] },
  /** 49.00 × 17 / 31 = 833 / 31 = 26.870967…, rounded once to 26.87 */
  base: { amount: '26.87' },
  /** 100.00 + 100.00 + 18.39 + 26.87 */
  total: '245.26',
  /** The support fee is paid in advance and not prorated: its own invoice, due when the plan starts. */
  advance: '20',
} as const;

/** 17 days of three events each; one event is sent twice and must count once. */
export const EVENTS_COUNTED = 51;
