import type { Clock } from '../../machinery/clock'
import type { ApiObject } from '../../machinery/object'
import type { GroupResource, ObjectReader } from '../../machinery/reader'

/** A charge whose object never appears belonged to a write that failed. */
const CHARGE_LIFE_MS = 5000

/** A write that is about to be let in. */
export interface ChargedWrite {
  readonly of: GroupResource
  readonly namespace: string
  readonly name: string
  readonly object: ApiObject
  readonly old: ApiObject | undefined
}

/** A write that has been let in, and may not be in the store yet. */
export interface Charge extends ChargedWrite {
  /** Names of the quotas whose status has it. */
  readonly written: Set<string>
  readonly until: number
}

/** Writes that count though the store does not have them yet: without them, many at once would pass the same limit. */
export class Charges {
  readonly #charges = new Set<Charge>()

  constructor(
    private readonly reader: ObjectReader,
    private readonly clock: Clock,
  ) {}

  /** Counts a write from now on. */
  open(write: ChargedWrite): Charge {
    const charge = { ...write, written: new Set<string>(), until: this.clock.steady() + CHARGE_LIFE_MS }
    this.#charges.add(charge)
    return charge
  }

  /** Does not count a charge while `check` looks at the others. When that throws, the write is refused and never counts again. */
  whileWithout(charge: Charge, check: () => void): void {
    this.#charges.delete(charge)
    check()
    this.#charges.add(charge)
  }

  /** Charges of one resource and namespace whose objects are not in the store yet. */
  openOf(of: GroupResource, namespace: string): Charge[] {
    const open: Charge[] = []
    for (const charge of this.#charges) {
      if (this.isStored(charge) || this.clock.steady() > charge.until) this.#charges.delete(charge)
      else if (charge.namespace === namespace && charge.of.group === of.group && charge.of.resource === of.resource)
        open.push(charge)
    }
    return open
  }

  private isStored({ of, namespace, name, object, old }: Charge): boolean {
    const stored = this.reader.get(of, namespace, name)
    return old
      ? stored?.metadata.resourceVersion !== old.metadata.resourceVersion
      : stored !== undefined && stored.metadata.uid === object.metadata.uid
  }
}
