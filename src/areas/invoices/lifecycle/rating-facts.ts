import type { RateCardRow } from '#areas/price-plans/index.ts';
import type { MinimumsBefore, ScheduleRow, SoldBefore } from '#areas/schedules/index.ts';
import type { UsageMeterRow } from '#areas/usage-meters/index.ts';
import type { Decimal } from '#core/decimal.ts';
import type { AdvanceFeeInput } from '#core/invoice/index.ts';
import type { RoundingMode } from '#core/money.ts';
import type { BilledPart } from './billed-part.ts';
import type { LicenseFacts } from './read-licenses.ts';

/** All inputs of the invoices of a cycle except usage. */
export interface RatingFacts {
  roundingMode: RoundingMode;
  currency: string;
  schedule: ScheduleRow;
  part: BilledPart;
  planName: string;
  cards: readonly RateCardRow[];
  meters: ReadonlyMap<string, UsageMeterRow>;
  /** Usage beyond the credits in the blocks charged in this cycle, by feature. */
  overage: ReadonlyMap<string, Decimal>;
  /** Levels and names on the days that the license cards read. */
  licenses: LicenseFacts;
  /** Charges in advance for the days, if the commitment of the plan counts them. */
  advanceFees?: AdvanceFeeInput[];
  /** The part of the cards that earlier schedules of the chain sell; absent if not loaded: all of it. */
  soldBefore?: SoldBefore;
  /** True if minimums of usage and overage apply whole in a cut cycle, in its first schedule. */
  hasWholeMinimums?: boolean;
  /** The days on which earlier schedules owed those minimums; absent if not loaded: all days. */
  minimumsBefore?: MinimumsBefore;
}
