import type { Client } from '../../client/client'
import type { Captured } from '../state/undo/step'
import { StatusError } from '../../client/status-error'
import type { Discovery } from './discovery'
import { dependents, type Known, readRelations, type Relations } from './relations'

/** The collected object that a captured one stands for. */
const knownOf = (relations: Relations, { object }: Captured): Known | undefined =>
  relations.byUid.get(object.metadata.uid ?? '')

/** Custom objects are deleted together with their definition. */
function ofDefinition(relations: Relations, { target, object }: Captured): Known[] {
  if (target.resource !== 'customresourcedefinitions') return []
  const { group, names } = (object['spec'] ?? {}) as { group?: string; names?: { plural?: string } }
  return relations.all.filter(({ info }) => info.group === group && info.resource === names?.plural)
}

/**
 * Everything that is deleted together with the given objects: dependents, the content of a namespace, the objects of a
 * custom type. Whole objects, without the given ones; unreadable ones are left out.
 */
export async function readDependents(
  client: Client,
  discovery: Discovery,
  deleted: readonly Captured[],
): Promise<Captured[]> {
  const spaces = new Set(
    deleted.map(({ target, name }) => (target.resource === 'namespaces' && !target.group ? name : target.namespace)),
  )
  const relations = await readRelations(client, discovery, spaces.size === 1 ? [...spaces][0] : undefined)
  const roots = new Set(deleted.map(({ object }) => object.metadata.uid))
  const fallen = new Map<string, Known>()
  for (const each of deleted) {
    const known = knownOf(relations, each)
    for (const other of [...(known ? dependents(relations, known) : []), ...ofDefinition(relations, each)])
      if (!roots.has(other.meta.uid)) fallen.set(other.meta.uid ?? '', other)
  }
  const whole = await Promise.all([...fallen.values()].map((known) => read(client, known)))
  return whole.filter((captured) => captured !== undefined)
}

async function read(client: Client, { info, meta }: Known): Promise<Captured | undefined> {
  const { group, version, resource } = info
  const target = { group, version, resource, ...(meta.namespace && { namespace: meta.namespace }) }
  const name = meta.name ?? ''
  try {
    return { target, name, object: await client.get(target, name) }
  } catch (error) {
    if (error instanceof StatusError) return undefined
    throw error
  }
}
