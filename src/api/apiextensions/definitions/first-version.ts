import { forbidden, invalid } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { equal, isObject, type JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { DefinitionVersion } from '../definition'
import { goVersions } from './go-versions'

const GROUP = 'apiextensions.orch.io'
/** Top-level member → member of each version, in v1beta1 definitions, and what messages call them. */
const SHARED = [
  ['validation', 'schema', 'schemas'],
  ['subresources', 'subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns', 'additionalPrinterColumns'],
] as const

const isGiven = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null

/**
 * Checks what only v1beta1 can get wrong: `version` that contradicts `versions`, and members set both at the top and per version, or
 * identically in all versions. v1 can't represent these, so they are found before conversion and reported with the other errors.
 */
export function v1beta1Errors(object: ApiObject): FieldError[] {
  if (object.apiVersion !== `${GROUP}/v1beta1`) return []
  const spec: JsonObject = isObject(object.spec) ? object.spec : {}
  const versions = (Array.isArray(spec.versions) ? spec.versions : []).filter(isObject)
  const errors: FieldError[] = []
  const [first] = versions
  if (isGiven(spec.version) && first && spec.version !== first.name)
    errors.push(invalid('spec.version', spec.version, 'must match the first version in spec.versions'))
  for (const [top, each, named] of SHARED) {
    const given = versions.filter((version) => isGiven(version[each]))
    if (given.length > 0 && isGiven(spec[top]))
      errors.push(forbidden(`spec.${top}`, `top-level and per-version ${named} are mutually exclusive`))
    if (given.length > 0 && given.length === versions.length && given.every((one) => equal(one[each], first?.[each])))
      errors.push(
        invalid(
          'spec.versions',
          goVersions(versions as unknown as DefinitionVersion[]),
          `per-version ${named} may not all be set to identical values (top-level ${top} should be used instead)`,
        ),
      )
  }
  return errors
}
