/** How much work matching may cost, in visited instructions; shared by all texts of one request. */
export class PatternBudget {
  constructor(public left = 3_000_000) {}
}
