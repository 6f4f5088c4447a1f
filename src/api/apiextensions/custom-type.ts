import type { MaybePromise } from '../../machinery/maybe-promise'
import { clone } from '../../machinery/json'
import { apiVersionOf, type ApiObject } from '../../machinery/object'
import type { KindBehaviour } from '../kind'
import type { Feature } from '../releases/gates'
import { compareVersionNames } from '../releases/version-order'
import type { Schema } from '../schema'
import type { Reading, ReadOptions } from '../walk'
import { behaviourOf } from './custom-behaviour'
import { definitionOf, storageVersion, type Definition, type DefinitionVersion, type JsonSchema } from './definition'
import { toSchema } from './to-schema'
import { VersionForm } from './version-form'

/** What decides how a custom type behaves at a release. */
export interface CustomTypeOptions {
  /** Minor number of the release served: 25 for 1.25. */
  readonly release: number
  readonly feature: Feature
  /** Converts objects through the definition's webhook; required for conversion strategy Webhook. */
  readonly convert?: (objects: readonly ApiObject[], apiVersion: string) => Promise<ApiObject[]>
}

/**
 * One version of a custom type, with the same interface as built-in kinds. Its behaviour works on objects in this version: there is no
 * hub, and stored objects are converted from and to the storage version.
 */
export interface CustomType {
  readonly group: string
  readonly version: string
  readonly apiVersion: string
  /** Plural, as in URLs. */
  readonly resource: string
  readonly singular: string
  readonly kind: string
  readonly listKind: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly namespaced: boolean
  readonly served: boolean
  readonly storage: boolean
  /** Deprecation warning for clients of this version. */
  readonly deprecationWarning?: string
  /** Subresources that this version has. */
  readonly subresources: readonly ('status' | 'scale')[]
  readonly schema: Schema
  /** The schema as defined, for API documents. */
  readonly jsonSchema: JsonSchema | undefined
  readonly behaviour: KindBehaviour
  /**
   * Decodes a body in this version: metadata is checked, unknown fields are dropped and reported. The input is never changed. Other
   * invalid values are left to validation.
   */
  read(object: unknown, options?: ReadOptions): Reading
  /** Applies this version's defaults in place; `keepNulls` leaves nulls without a default to validation. */
  applyDefaults(object: ApiObject, keepNulls?: boolean): void
  /** Converts a stored object, whatever its version, to this version. */
  fromStored(stored: ApiObject): MaybePromise<ApiObject>
  /** Converts an object to the current storage version. */
  toStored(object: ApiObject): MaybePromise<ApiObject>
}

/** All versions of a definition, served or not. */
export function compileCustomType(object: ApiObject, options: CustomTypeOptions): CustomType[] {
  const definition = definitionOf(object)
  const versions = definition.spec.versions ?? []
  const forms = new Map(
    versions.map((version) => [version.name, new VersionForm(definition, version, options.release)]),
  )
  return versions.map((version) => customType(definition, version, forms, options))
}

function customType(
  definition: Definition,
  version: DefinitionVersion,
  forms: ReadonlyMap<string, VersionForm>,
  options: CustomTypeOptions,
): CustomType {
  const { spec, status } = definition
  const { group = '', scope } = spec
  const { plural = '', kind = '', singular = kind.toLowerCase(), listKind = `${kind}List` } = spec.names ?? {}
  const { shortNames = [], categories = [] } = status.acceptedNames ?? {}
  const apiVersion = apiVersionOf({ group, version: version.name })
  const form = forms.get(version.name) ?? new VersionForm(definition, version, options.release)
  const stored = storageVersion(spec)
  const convert = converter(definition, forms, options)
  const { status: hasStatus, scale } = version.subresources ?? {}
  const subresources: ('status' | 'scale')[] = []
  if (hasStatus) subresources.push('status')
  if (scale) subresources.push('scale')
  return {
    group,
    version: version.name,
    apiVersion,
    resource: plural,
    singular,
    kind,
    listKind,
    shortNames,
    categories,
    namespaced: scope === 'Namespaced',
    served: version.served === true,
    storage: version.storage === true,
    ...(version.deprecated && {
      deprecationWarning: version.deprecationWarning ?? deprecationOf(version.name, spec),
    }),
    subresources,
    schema: toSchema(
      form.schema,
      `${group}/${version.name}.${kind}`,
      options.release,
      spec.preserveUnknownFields === true,
    ),
    jsonSchema: form.schema,
    behaviour: behaviourOf(definition, version, form.schema, options),
    read: (object, options) => form.read(object, options),
    applyDefaults: (object, keepNulls) => form.applyDefaults(object, keepNulls),
    fromStored: (object) => convert(object, apiVersion, true),
    toStored: (object) => convert(object, apiVersionOf({ group, version: stored?.name ?? version.name }), false),
  }
}

/** Warning of a deprecated version without one of its own: names the newest version that replaces it. */
function deprecationOf(name: string, { group = '', names, versions = [] }: Definition['spec']): string {
  const typeAt = (version: string): string => `${apiVersionOf({ group, version })} ${names?.kind ?? ''}`
  const [better] = versions
    .filter(({ served, deprecated }) => served && !deprecated)
    .map((version) => version.name)
    .filter((other) => compareVersionNames(other, name) < 0)
    .sort(compareVersionNames)
  return `${typeAt(name)} is deprecated${better === undefined ? '' : `; use ${typeAt(better)}`}`
}

/** Converts between versions of one definition; the defaults of an object's own version are applied first. */
function converter(
  definition: Definition,
  forms: ReadonlyMap<string, VersionForm>,
  { convert }: CustomTypeOptions,
): (object: ApiObject, apiVersion: string, fill: boolean) => MaybePromise<ApiObject> {
  const byWebhook = definition.spec.conversion?.strategy === 'Webhook'
  const formOf = (apiVersion: string | undefined) => forms.get((apiVersion ?? '').split('/').at(-1) ?? '')
  const finish = (object: ApiObject): ApiObject => {
    formOf(object.apiVersion)?.prune(object)
    return object
  }
  return (object, apiVersion, fill) => {
    const draft = clone(object)
    const form = formOf(draft.apiVersion)
    form?.prune(draft)
    if (fill) form?.applyDefaults(draft)
    if (draft.apiVersion === apiVersion) return draft
    if (!byWebhook) return finish({ ...draft, apiVersion })
    if (!convert) throw new Error(`conversion of ${definition.metadata.name ?? ''} needs its webhook`)
    return convert([draft], apiVersion).then(([converted]) => finish(clone(converted ?? draft)))
  }
}
