import type { RequestVersions, VersionedResource } from '../../admission/plugin'
import { schemaOf, typeOfKind } from '../../api/types'
import { readTyped } from '../../api/walk'
import { addZeroValues } from '../../api/zero-values'
import { isObject } from '../../machinery/json'
import { overlay } from '../../managed-fields/overlay'
import { deduced } from '../../managed-fields/shape'
import { withObjectMeta } from '../../managed-fields/versions'
import { type ApiObject, apiVersionOf, type GroupVersionKind } from '../../machinery/object'
import { convertBetween } from '../../registry/convert'
import type { ServedType } from '../../registry/resource-type'
import type { Server } from '../server'
import { completed, typedOf } from './decode'

const same = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a.group === b.group && a.version === b.version && a.kind === b.kind

const MOST_SHOWN = 10

/** The kind in which a subresource is written; undefined if the resource lacks it in this version. */
function kindAt({ group, version, kind, subresources }: ServedType, part: string): GroupVersionKind | undefined {
  if (part === '') return { group, version, kind }
  const subresource = subresources.get(part)
  return (
    subresource && {
      group: subresource.group ?? group,
      version: subresource.version ?? version,
      kind: subresource.kind,
    }
  )
}

/** The versions of one request: of the resource itself, or of a subresource with its own kind (a scale, an eviction). */
export function requestVersions(
  server: Server,
  type: ServedType,
  subresource: string,
  creates: boolean,
): RequestVersions {
  const served = (): readonly ServedType[] => server.catalogue.typesOfHub(type.hub)
  const typeOf = (kind: GroupVersionKind): ServedType | undefined =>
    same(type, kind) ? type : served().find((other) => same(other, kind))
  const ownSchema = (kind: GroupVersionKind) => {
    const name = typeOfKind(apiVersionOf(kind), kind.kind)
    return name === undefined ? undefined : schemaOf(name, server.release)
  }
  return {
    equivalents: () =>
      served().flatMap((other): VersionedResource[] => {
        const { group, version, resource } = other
        if (group === type.group && version === type.version && resource === type.resource) return []
        const kind = kindAt(other, subresource)
        return kind ? [{ kind, resource: { group, version, resource } }] : []
      }),
    async encode(object, to) {
      const target = typeOf(to)
      if (target?.hub === type.hub) return target.fromHub(object)
      if (target) return convertBetween(type, target, await type.fromHub(object))
      const part = { ...object, apiVersion: apiVersionOf(to), kind: to.kind }
      const schema = ownSchema(to)
      return schema ? (addZeroValues(part, schema) as ApiObject) : part
    },
    async decode(value, from, before) {
      const expected = apiVersionOf(from)
      if (!isObject(value)) throw new Error('the patch must leave an object')
      const target = typeOf(from)
      // Built-in types are read as what they were if the patch removes their kind or version.
      const says = (given: unknown, own: string) => given === own || (!given && !target?.custom)
      if (!says(value.apiVersion, expected) || !says(value.kind, from.kind))
        throw new Error(`the patched object is no longer ${expected}, Kind=${from.kind}`)
      const object = { ...value, apiVersion: expected, kind: from.kind } as unknown as ApiObject
      if (!target) return readPart(object, ownSchema(from))
      const read = typedOf(object, target)
      refuse(read.errors)
      const whole = completed(target, read.value)
      const draft = target.guardFields?.(whole, creates ? undefined : before) ?? whole
      if (target === type || target.hub === type.hub) return target.toHub(draft)
      return type.toHub(await convertBetween(target, type, draft))
    },
    overlay: (object, intent, kind) =>
      overlay(object, intent, withObjectMeta(typeOf(kind)?.schema ?? ownSchema(kind) ?? deduced, server.release)),
  }
}

function readPart(value: ApiObject, schema: ReturnType<typeof schemaOf>): ApiObject {
  if (!schema) return value
  const read = readTyped(value, schema)
  refuse(read.errors)
  return read.value as ApiObject
}

function refuse(errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`the patched object cannot be read: ${errors.slice(0, MOST_SHOWN).join('; ')}`)
}
