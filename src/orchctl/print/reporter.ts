import type { ApiObject } from '../../machinery/object'
import type { FlagValues } from '../core/flags'
import type { Session } from '../core/session'
import { type DryRun, dryRunOf, dryRunSuffix } from './dry-run'
import { objectName, type Printer, printerOf } from './printer'

/** Prints what a command has written: `kind/name created`, or the object in the format that `-o` asks for. */
export class Reporter {
  private count = 0
  private constructor(
    private readonly session: Session,
    private readonly printer: Printer | undefined,
    private readonly dryRun: DryRun,
  ) {}

  /** The reports of a dry run say that it is one, unless `quiet`: some commands leave that out. */
  static async of(session: Session, flags: FlagValues, quiet = false): Promise<Reporter> {
    const dryRun = flags.has('dry-run') && !quiet ? dryRunOf(session, flags) : 'none'
    return new Reporter(session, await printerOf(session, flags), dryRun)
  }

  /** Whether `-o` asks for a format of its own. */
  get custom(): boolean {
    return this.printer !== undefined
  }

  /** Reports one object. With `alone`, its format is that of an only object, as some commands have it. */
  report(object: ApiObject, operation: string, alone = false): void {
    if (this.printer) this.session.io.stdout(this.printer.print(object, alone ? 0 : this.count++))
    else this.session.out(`${objectName(object)} ${operation}${dryRunSuffix(this.dryRun)}`)
  }
}
