import type { ApiObject } from '../../machinery/object'
import type { FlagValues } from '../core/flags'
import type { Session } from '../core/session'
import { type DryRun, dryRunOf, dryRunSuffix } from './dry-run'
import { objectName, type Printer, printerOf } from './printer'

/** Prints the result of a write: `kind/name created`, or the object in the format of `-o`. */
export class Reporter {
  private count = 0
  private constructor(
    private readonly session: Session,
    private readonly printer: Printer | undefined,
    private readonly dryRun: DryRun,
  ) {}

  /** Reports of a dry run say so unless `quiet` is set: some commands omit that. */
  static async of(session: Session, flags: FlagValues, quiet = false): Promise<Reporter> {
    const dryRun = flags.has('dry-run') && !quiet ? dryRunOf(session, flags) : 'none'
    return new Reporter(session, await printerOf(session, flags), dryRun)
  }

  /** Whether `-o` selects a format. */
  get custom(): boolean {
    return this.printer !== undefined
  }

  /** Reports one object. With `alone`, it is formatted as a single object, which some commands do. */
  report(object: ApiObject, operation: string, alone = false): void {
    if (this.printer) this.session.io.stdout(this.printer.print(object, alone ? 0 : this.count++))
    else this.session.out(`${objectName(object)} ${operation}${dryRunSuffix(this.dryRun)}`)
  }
}
