import type { ApiObject } from '../machinery/object'

/** Tells which changes of nodes matter to the scheduler: labels, taints and capacity do, heartbeats don't. */
export class NodeChanges {
  private readonly facts = new Map<string, string>()

  /** Whether an event of a node matters. It comes once with the old state and once with the new one, which is `present`. */
  matters(node: ApiObject, present: ApiObject | undefined): boolean {
    const name = node.metadata.name ?? ''
    // Ignore the old state; only the new one matters.
    if (present && present !== node) return false
    const facts = factsOf(node)
    if (present && this.facts.get(name) === facts) return false
    if (present) this.facts.set(name, facts)
    else this.facts.delete(name)
    return true
  }
}

function factsOf({ spec, status, metadata }: ApiObject & { status?: { allocatable?: unknown } }): string {
  return JSON.stringify([metadata.labels, spec, status?.allocatable, metadata.uid])
}
