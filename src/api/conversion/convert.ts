/**
 * Every kind has one hub version, which behaviour and admission see; every other version is converted from and to it (resource API, rule
 * 2: without loss of information).
 */
import type { ApiObject, GroupVersionKind } from '../../machinery/object'
import { apiVersionOf } from '../../machinery/object'
import { existsAt } from '../releases/ledger'
import { compareVersions } from '../releases/version-order'
import { RESOURCES } from '../releases/resources'
import { hubResourceOf } from '../shared-storage'
import { KIND_CONVERSIONS } from '../generated/kinds/conversions'
import type { Conversion } from './parts'

/** A kind's hub is its newest stable version in this release, or the newest of all for later kinds. */
const HUB_RELEASE = 25

/** Conversions, by `apiVersion kind`, for versions whose schema differs from the hub's; all others differ only in apiVersion. */
const CONVERSIONS: Readonly<Record<string, Conversion>> = Object.fromEntries(
  KIND_CONVERSIONS.flatMap((each) => Object.entries(each)),
)

/** The conversion of a version whose schema differs from its hub's. */
export const conversionOf = (group: string, version: string, kind: string): Conversion | undefined => {
  const key = `${apiVersionOf({ group, version })} ${kind}`
  return Object.hasOwn(CONVERSIONS, key) ? CONVERSIONS[key] : undefined
}

const hubs = new Map<string, GroupVersionKind>()
const hubsByKind = new Map<string, GroupVersionKind>()
for (const { group, resource, kind, versions } of RESOURCES) {
  const at = hubResourceOf(group, resource)
  if (at.group !== group) continue
  const known = Object.entries(versions).filter(([, span]) => existsAt({ since: span.since }, HUB_RELEASE))
  const best = (known.length > 0 ? known : Object.entries(versions))
    .map(([version]) => version)
    .sort((a, b) => compareVersions(group, a, b))[0]
  if (best !== undefined) hubs.set(`${group}/${resource}`, { group, version: best, kind })
}
for (const { group, resource, kind } of RESOURCES) {
  const { group: of } = hubResourceOf(group, resource)
  const hub = hubs.get(`${of}/${resource}`)
  if (hub) hubsByKind.set(`${group}/${kind}`, hub)
}

/**
 * The hub version of a resource, for any group that serves it.
 * @throws Error for a resource that is not built in
 */
export function hubOf(group: string, resource: string): GroupVersionKind {
  const at = hubResourceOf(group, resource)
  const hub = hubs.get(`${at.group}/${at.resource}`)
  if (!hub) throw new Error(`no built-in resource ${resource} in group "${group}"`)
  return hub
}

/** The hub of a kind; undefined for kinds with a single version, such as Scale. */
export const hubOfKind = (group: string, kind: string): GroupVersionKind | undefined =>
  hubsByKind.get(`${group}/${kind}`)

/** Converts an object to the hub version. Never changes its input; the result may share parts with it. */
export function convertToHub(object: ApiObject, group: string, version: string, kind: string): ApiObject {
  const hub = hubOfKind(group, kind)
  const converted = conversionOf(group, version, kind)?.toHub(object) ?? object
  return hub ? named(converted, apiVersionOf(hub), kind) : converted
}

/** Converts an object from the hub version. Never changes its input; the result may share parts with it. */
export function convertFromHub(object: ApiObject, group: string, version: string, kind: string): ApiObject {
  const converted = conversionOf(group, version, kind)?.fromHub(object) ?? object
  return named(converted, apiVersionOf({ group, version }), kind)
}

const named = (object: ApiObject, apiVersion: string, kind: string): ApiObject =>
  object.apiVersion === apiVersion && object.kind === kind ? object : { ...object, apiVersion, kind }
