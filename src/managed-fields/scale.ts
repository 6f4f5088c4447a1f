/**
 * Records of a resource that is applied or updated through its scale: the Scale object shows the owners of the replica
 * count, and what becomes of them there becomes of the count's owners in the resource.
 */
import type { ManagedFieldsEntry } from '../machinery/object'
import { FieldSet } from './field-set'
import { identityOf, type Owner, type Owners, readOwners, withFields, writeOwners } from './owners'
import { fieldElement, type PathElement } from './path-element'

const scaleReplicas: readonly PathElement[] = ['spec', 'replicas'].map(fieldElement)
const ownsReplicas = FieldSet.at(scaleReplicas, FieldSet.leaf)

export interface ScalePaths {
  /** Version of the Scale kind, such as `autoscaling/v1`. */
  readonly scaleVersion: string
  /** Version of the resource in which the request came. */
  readonly apiVersion: string
  /** Where a version of the resource keeps the count, such as `['spec', 'replicas']`; undefined when it has none. */
  replicasPath(apiVersion: string): readonly string[] | undefined
}

const pathIn = (paths: ScalePaths, apiVersion: string): readonly PathElement[] | undefined =>
  paths.replicasPath(apiVersion)?.map(fieldElement)

/** Updates through different versions of the resource are one owner to its scale. */
const linkOf = (owner: Owner): string => identityOf({ ...owner, apiVersion: '' })

/** The entries that the Scale object shows: the owners of the replica count. */
export function scaleEntries(
  entries: ManagedFieldsEntry[] | undefined,
  paths: ScalePaths,
): ManagedFieldsEntry[] | undefined {
  const shown: Owners = new Map()
  for (const owner of readOwners(entries)?.values() ?? []) {
    const path = pathIn(paths, owner.apiVersion)
    if (path && owner.fields.has(path))
      shown.set(linkOf(owner), { ...owner, apiVersion: paths.scaleVersion, fields: ownsReplicas })
  }
  return writeOwners(shown, undefined)
}

/** The entries of the resource after its Scale object was written with `scale` as its entries. */
export function parentEntries(
  entries: ManagedFieldsEntry[] | undefined,
  scale: ManagedFieldsEntry[] | undefined,
  paths: ScalePaths,
): ManagedFieldsEntry[] | undefined {
  const ofScale = new Map<string, Owner>()
  for (const owner of readOwners(scale)?.values() ?? [])
    if (owner.fields.has(scaleReplicas)) ofScale.set(linkOf(owner), owner)
  const owners: Owners = new Map()
  for (const [id, owner] of readOwners(entries) ?? []) {
    const path = pathIn(paths, owner.apiVersion)
    if (!path || !owner.fields.has(path)) {
      owners.set(id, owner)
      continue
    }
    const still = ofScale.get(linkOf(owner))
    const fields = still ? owner.fields : owner.fields.difference(FieldSet.at(path, FieldSet.leaf))
    if (!fields.isEmpty) owners.set(id, withFields(owner, fields, still ? still.time : owner.time))
    if (still) ofScale.delete(linkOf(owner))
  }
  const path = pathIn(paths, paths.apiVersion)
  for (const owner of path ? ofScale.values() : []) {
    const added = { ...owner, apiVersion: paths.apiVersion, fields: FieldSet.at(path ?? [], FieldSet.leaf) }
    const id = identityOf(added)
    const before = owners.get(id)
    owners.set(id, before ? withFields(before, before.fields.union(added.fields), owner.time) : added)
  }
  return writeOwners(owners, entries)
}
