/**
 * Conversion of CustomResourceDefinition apiextensions.orch.io/v1beta1 (removal table): members shared by all versions are at the top of
 * the spec there, and in every version in v1.
 */
import { equal, type Json, type JsonObject } from '../../../machinery/json'
import { asList, asObject, changeAt, defined, rename, without, type Conversion } from '../../conversion/parts'

/** Top-level member of v1beta1 → member of each version. */
const SHARED: readonly (readonly [string, string])[] = [
  ['validation', 'schema'],
  ['subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns'],
]
const TOP = SHARED.map(([top]) => top)
const EACH = SHARED.map(([, each]) => each)
const COLUMN = { JSONPath: 'jsonPath' }
const COLUMN_BACK = { jsonPath: 'JSONPath' }

const columns = (of: JsonObject, names: Readonly<Record<string, string>>): JsonObject =>
  changeAt(of, ['additionalPrinterColumns', '[]'], (column) => rename(column, names))

function specToHub(spec: JsonObject): JsonObject {
  const named = spec.version === undefined ? [] : [{ name: spec.version, served: true, storage: true }]
  const given = asList(spec.versions)
  const versions = given && given.length > 0 ? given : named
  const inherited = defined(Object.fromEntries(SHARED.map(([top, each]) => [each, spec[top]])))
  const conversion = asObject(spec.conversion)
  const pruned = spec.preserveUnknownFields === false ? ['preserveUnknownFields'] : []
  return {
    ...without(spec, 'version', 'versions', 'conversion', ...pruned, ...TOP),
    ...((given || named.length > 0) && {
      versions: versions.map((version) => columns({ ...inherited, ...version }, COLUMN)),
    }),
    ...(conversion && { conversion: conversionToHub(conversion) }),
  }
}

function conversionToHub(conversion: JsonObject): JsonObject {
  const webhook = defined({
    clientConfig: conversion.webhookClientConfig,
    conversionReviewVersions: conversion.conversionReviewVersions,
  })
  const rest = without(conversion, 'webhookClientConfig', 'conversionReviewVersions')
  return Object.keys(webhook).length > 0 ? { ...rest, webhook } : rest
}

function conversionFromHub(conversion: JsonObject): JsonObject {
  const webhook = asObject(conversion.webhook)
  if (!webhook) return conversion
  return {
    ...without(conversion, 'webhook'),
    ...defined({
      webhookClientConfig: webhook.clientConfig,
      conversionReviewVersions: webhook.conversionReviewVersions,
    }),
  }
}

function specFromHub(spec: JsonObject): JsonObject {
  const versions = asList(spec.versions)?.map((version) => columns(version, COLUMN_BACK))
  const [first, ...rest] = versions ?? []
  const common = (each: string): Json | undefined =>
    first && rest.every((version) => equal(version[each], first[each])) ? first[each] : undefined
  // A member is either at the top or in all versions: the API allows no mixture.
  const lifted = Object.fromEntries(SHARED.map(([top, each]) => [top, common(each)]))
  const gone = EACH.filter((each) => common(each) !== undefined)
  const conversion = asObject(spec.conversion)
  return {
    ...without(spec, 'versions', 'conversion'),
    // v1beta1 preserves unknown fields by default, so the value must be explicit.
    ...(versions && { preserveUnknownFields: spec.preserveUnknownFields ?? false }),
    ...defined({ version: first?.name, ...lifted }),
    ...(versions && { versions: versions.map((version) => without(version, ...gone)) }),
    ...(conversion && { conversion: conversionFromHub(conversion) }),
  }
}

/** CustomResourceDefinitions in `v1beta1`, where members that all versions share are at the top of the spec. */
export const definition: Conversion = {
  toHub: (object) => changeAt(object, ['spec'], specToHub),
  fromHub: (object) => changeAt(object, ['spec'], specFromHub),
}
