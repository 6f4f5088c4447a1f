/** Limit on matching work, counted in visited instructions and shared by all texts of one request. */
export class PatternBudget {
  constructor(public left = 3_000_000) {}
}
