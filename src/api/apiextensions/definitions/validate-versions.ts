import { selectableErrors } from '../selectable-fields'
import { addAll } from '../../../machinery/lists'
import { FieldPath, invalid, required } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { equal } from '../../../machinery/json'
import { dns1035Label } from '../../../machinery/names'
import type { DefinitionSpec, DefinitionVersion } from '../definition'
import { behaves } from '../../releases/ledger'
import { columnsErrors, deprecationErrors, schemaErrors, subresourceErrors, type Strictness } from './version-rules'
import { goVersions } from './go-versions'
import { SPEC, joinedMessages } from './definition-errors'

/** Locations to report for a part: once at the top if all versions share it, otherwise in each version. */
function parts<T>(versions: readonly DefinitionVersion[], of: (version: DefinitionVersion) => T): 'shared' | 'each' {
  const [first, ...rest] = versions
  return first && rest.every((version) => equal(of(version), of(first))) ? 'shared' : 'each'
}

/** Errors of a definition's versions: of each one, of what they share, and of all together. */
export function versionsErrors(spec: DefinitionSpec, strict: Strictness, perVersion: boolean): FieldError[] {
  const versions = spec.versions ?? []
  const at = SPEC.child('versions')
  const errors: FieldError[] = []
  const why = strict.requireSchemas ? 'schemas are required' : 'because otherwise all fields are pruned'
  const noSchema = behaves('definition-terse-errors', strict.release) ? '' : why
  const needsSchema = ({ served }: DefinitionVersion): boolean =>
    strict.requireSchemas || (spec.preserveUnknownFields !== true && served === true)
  versions.forEach((version, i) => {
    const here = at.index(i)
    if (!version.schema?.openAPIV3Schema && needsSchema(version))
      errors.push(required(here.child('schema', 'openAPIV3Schema'), noSchema))
    const messages = dns1035Label(version.name)
    if (messages.length > 0) errors.push(invalid(here.child('name'), version.name, joinedMessages(messages)))
    addAll(errors, deprecationErrors(version.deprecated, version.deprecationWarning, here.child('deprecationWarning')))
  })
  addAll(errors, contentErrors(versions, strict, perVersion))
  versions.forEach((version, i) =>
    addAll(errors, selectableErrors(version, at.index(i).child('selectableFields'), strict.release)),
  )
  if (new Set(versions.map(({ name }) => name)).size < versions.length)
    errors.push(invalid(at, goVersions(spec.versions), 'must contain unique version names'))
  if (versions.filter(({ storage }) => storage).length !== 1)
    errors.push(invalid(at, goVersions(spec.versions), 'must have exactly one version marked as storage version'))
  const [first] = versions
  const wrong = first?.name ? dns1035Label(first.name) : []
  if (first && wrong.length > 0) errors.push(invalid(SPEC.child('version'), first.name, joinedMessages(wrong)))
  return errors
}

/** Errors of schemas, subresources and columns; shared parts are reported at the top of the spec. */
function contentErrors(versions: readonly DefinitionVersion[], strict: Strictness, perVersion: boolean): FieldError[] {
  const reported = (
    shared: 'shared' | 'each',
    top: string,
    each: string,
    errorsOf: (version: DefinitionVersion, at: FieldPath) => FieldError[],
  ): FieldError[] => {
    const [first] = versions
    if (shared === 'shared' && first && !perVersion) return errorsOf(first, SPEC.child(top))
    return versions.flatMap((version, i) => errorsOf(version, SPEC.child('versions').index(i).child(each)))
  }
  const anyStatus = versions.some(({ subresources }) => subresources?.status !== undefined)
  const schemas = parts(versions, ({ schema }) => schema)
  return [
    ...reported(schemas, 'validation', 'schema', ({ name, schema, subresources }, at) => {
      const hasStatus = schemas === 'shared' ? anyStatus : subresources?.status !== undefined
      return schemaErrors(schema?.openAPIV3Schema, { hasStatus, isUnchanged: strict.unchanged.has(name) }, strict, at)
    }),
    ...reported(
      parts(versions, ({ subresources }) => subresources),
      'subresources',
      'subresources',
      ({ subresources }, at) => subresourceErrors(subresources, at),
    ),
    ...reported(
      parts(versions, ({ additionalPrinterColumns }) => additionalPrinterColumns),
      'additionalPrinterColumns',
      'additionalPrinterColumns',
      ({ additionalPrinterColumns }, at) => columnsErrors(additionalPrinterColumns, at),
    ),
  ]
}
