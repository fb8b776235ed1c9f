/**
 * What the days of an account cost that is charged in advance, added up day by day: it knows no invoice, no
 * credit and no settlement.
 */
export interface NaivePlan {
  /** For a whole month. */
  fee: number;
  seat: number;
}

export class NaiveDays {
  readonly #plans = new Map<string, NaivePlan | null>();
  readonly #seats = new Map<string, number>();
  readonly #first: Temporal.PlainDate;
  readonly #days: number;
  #held = 0;
  #heldBefore = 0;
  #changedOn = '';

  constructor(first: Temporal.PlainDate, days: number) {
    this.#first = first;
    this.#days = days;
  }

  /** From a day on. */
  setPlan(plan: NaivePlan | null, from: Temporal.PlainDate): void {
    for (const day of this.#daysFrom(from)) this.#plans.set(String(day), plan);
  }

  get seats(): number {
    return this.#held;
  }

  /**
   * Changes are made at noon, so that the last one of a day counts. A day costs the most seats that were held
   * in it: one that is given up is paid until the day ends.
   */
  setSeats(seats: number, today: Temporal.PlainDate): void {
    if (this.#changedOn !== String(today)) this.#heldBefore = this.#held;
    for (const day of this.#daysFrom(today)) this.#seats.set(String(day), seats);
    this.#seats.set(String(today), Math.max(this.#heldBefore, seats));
    this.#changedOn = String(today);
    this.#held = seats;
  }

  /** Not rounded. */
  cost(): number {
    let sum = 0;
    for (const day of this.#daysFrom(this.#first)) {
      const plan = this.#plans.get(String(day));
      if (!plan) continue;
      sum += (plan.fee + plan.seat * (this.#seats.get(String(day)) ?? 0)) / day.daysInMonth;
    }
    return sum;
  }

  *#daysFrom(from: Temporal.PlainDate): Generator<Temporal.PlainDate> {
    const end = this.#first.add({ days: this.#days });
    for (let day = from; Temporal.PlainDate.compare(day, end) < 0; day = day.add({ days: 1 })) yield day;
  }
}
