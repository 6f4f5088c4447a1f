import { invalidObject } from '../../../machinery/api-error'
import { type FieldError, forbidden, invalid } from '../../../machinery/field-error'
import { equal, isObject, type JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'

const KIND = { group: 'apiextensions.orch.io', kind: 'CustomResourceDefinition' }
/** Member at the top of the specification → member of each version, in the first version of definitions. */
const SHARED = [
  ['validation', 'schema'],
  ['subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns'],
] as const

const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null

/**
 * What only the first version can say wrong: its version apart from its versions, and members that stand both at the top
 * and in the versions, or in all versions alike. The later version has no place for it, so it is told before all else.
 * Throws Invalid.
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
