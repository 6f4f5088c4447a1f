import type { Clock } from '../../machinery/clock'
import type { ApiObject } from '../../machinery/object'
import type { GroupResource, ObjectReader } from '../../machinery/reader'

/** A charge whose object has not appeared by then belongs to a failed write. */
const CHARGE_LIFE_MS = 5000

/** A write to be admitted. */
export interface ChargedWrite {
  readonly of: GroupResource
  readonly namespace: string
  readonly name: string
  readonly object: ApiObject
  readonly old: ApiObject | undefined
}

/** An admitted write that may not be in the store yet. */
export interface Charge extends ChargedWrite {
  /** Names of the quotas whose status includes it. */
  readonly written: Set<string>
  readonly until: number
}

/** Tracks admitted writes that are not in the store yet: otherwise concurrent writes could exceed a limit together. */
export class Charges {
  readonly #charges = new Set<Charge>()

  constructor(
    private readonly reader: ObjectReader,
    private readonly clock: Clock,
  ) {}

  /** Starts counting a write. */
  open(write: ChargedWrite): Charge {
    const charge = { ...write, written: new Set<string>(), until: this.clock.steady() + CHARGE_LIFE_MS }
    this.#charges.add(charge)
    return charge
  }

  /** Runs `check` without counting the charge. If it throws, the write is refused and the charge dropped. */
  whileWithout(charge: Charge, check: () => void): void {
    this.#charges.delete(charge)
    check()
    this.#charges.add(charge)
  }

  /** Charges of a resource and namespace whose objects are not in the store yet. */
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
