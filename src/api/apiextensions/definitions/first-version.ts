import { invalidObject } from '../../../machinery/api-error'
import { type FieldError, forbidden, invalid } from '../../../machinery/field-error'
import { equal, isObject, type JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'

const KIND = { group: 'apiextensions.orch.io', kind: 'CustomResourceDefinition' }
/** Top-level member → member of each version, in v1beta1 definitions. */
const SHARED = [
  ['validation', 'schema'],
  ['subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns'],
] as const

const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null

/**
 * Checks what only v1beta1 can get wrong: `version` that contradicts `versions`, and members set both at the top and per version, or
 * identically in all versions. v1 can't represent these, so they are checked first. Throws Invalid.
 */
export function validateV1beta1Exclusivity(object: ApiObject): void {
  if (object.apiVersion !== `${KIND.group}/v1beta1`) return
  const spec: JsonObject = isObject(object.spec) ? object.spec : {}
  const versions = (Array.isArray(spec.versions) ? spec.versions : []).filter(isObject)
  const errors: FieldError[] = []
  const [first] = versions
  if (isGiven(spec.version) && first && spec.version !== first.name)
    errors.push(invalid('spec.version', spec.version, 'must match the first version in spec.versions'))
  for (const [top, each] of SHARED) {
    const given = versions.filter((version) => isGiven(version[each]))
    if (given.length > 0 && isGiven(spec[top]))
      errors.push(forbidden(`spec.${top}`, `excludes ${each} in spec.versions`))
    if (given.length > 0 && given.length === versions.length && given.every((one) => equal(one[each], first?.[each])))
      errors.push(invalid('spec.versions', versions, `what all versions have in common belongs to spec.${top}`))
  }
  if (errors.length > 0) throw invalidObject(KIND, object.metadata.name ?? '', errors)
}
