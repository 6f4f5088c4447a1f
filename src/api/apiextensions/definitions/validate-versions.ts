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

/** Whether all versions have the same in a part, which is then reported once. */
function areSame(versions: readonly DefinitionVersion[], of: (version: DefinitionVersion) => unknown): boolean {
  const [first, ...rest] = versions
  return first !== undefined && rest.every((version) => equal(of(version), of(first)))
}

/** Errors of a definition's versions. */
export interface VersionsErrors {
  /** Of each version, and of all together. */
  readonly each: FieldError[]
  /** Of what all versions share, reported at the top of the spec. */
  readonly shared: FieldError[]
}

/** Judges the versions. `perVersion`: what they have in common was given in each of them, and is reported there. */
export function versionsErrors(spec: DefinitionSpec, strict: Strictness, perVersion: boolean): VersionsErrors {
  const versions = spec.versions ?? []
  const at = SPEC.child('versions')
  const each: FieldError[] = missingSchemas(spec, strict, at)
  const content = contentOf(versions, strict, perVersion)
  versions.forEach((version, i) => {
    const here = at.index(i)
    const messages = dns1035Label(version.name)
    if (messages.length > 0) each.push(invalid(here.child('name'), version.name, joinedMessages(messages)))
    addAll(each, deprecationErrors(version.deprecated, version.deprecationWarning, here.child('deprecationWarning')))
    for (const { isShared, name, errorsOf } of content) if (!isShared) addAll(each, errorsOf(version, here.child(name)))
  })
  if (new Set(versions.map(({ name }) => name)).size < versions.length)
    each.push(invalid(at, goVersions(spec.versions), 'must contain unique version names'))
  if (versions.filter(({ storage }) => storage).length !== 1)
    each.push(invalid(at, goVersions(spec.versions), 'must have exactly one version marked as storage version'))
  const [first] = versions
  const wrong = first?.name ? dns1035Label(first.name) : []
  if (first && wrong.length > 0) each.push(invalid(SPEC.child('version'), first.name, joinedMessages(wrong)))
  const shared = content.flatMap(({ isShared, top, errorsOf }) =>
    isShared && first ? errorsOf(first, SPEC.child(top)) : [],
  )
  return { each, shared }
}

function missingSchemas(spec: DefinitionSpec, strict: Strictness, at: FieldPath): FieldError[] {
  const why = strict.requireSchemas ? 'schemas are required' : 'because otherwise all fields are pruned'
  const noSchema = behaves('definition-terse-errors', strict.release) ? '' : why
  const needsSchema = ({ served }: DefinitionVersion): boolean =>
    strict.requireSchemas || (spec.preserveUnknownFields !== true && served === true)
  return (spec.versions ?? []).flatMap((version, i) =>
    !version.schema?.openAPIV3Schema && needsSchema(version)
      ? [required(at.index(i).child('schema', 'openAPIV3Schema'), noSchema)]
      : [],
  )
}

/** A part of a version's content, and where its errors are reported. */
interface ContentPart {
  readonly isShared: boolean
  /** Its name in the spec, and in a version. */
  readonly top: string
  readonly name: string
  readonly errorsOf: (version: DefinitionVersion, at: FieldPath) => FieldError[]
}

function contentOf(versions: readonly DefinitionVersion[], strict: Strictness, perVersion: boolean): ContentPart[] {
  const isShared = (of: (version: DefinitionVersion) => unknown): boolean => !perVersion && areSame(versions, of)
  const anyStatus = versions.some(({ subresources }) => subresources?.status !== undefined)
  const sameSchemas = areSame(versions, ({ schema }) => schema)
  return [
    {
      isShared: isShared(({ schema }) => schema),
      top: 'validation',
      name: 'schema',
      errorsOf: ({ name, schema, subresources }, at) => {
        const hasStatus = sameSchemas ? anyStatus : subresources?.status !== undefined
        return schemaErrors(schema?.openAPIV3Schema, { hasStatus, isUnchanged: strict.unchanged.has(name) }, strict, at)
      },
    },
    {
      isShared: isShared(({ subresources }) => subresources),
      top: 'subresources',
      name: 'subresources',
      errorsOf: ({ subresources }, at) => subresourceErrors(subresources, at),
    },
    {
      isShared: isShared(({ additionalPrinterColumns }) => additionalPrinterColumns),
      top: 'additionalPrinterColumns',
      name: 'additionalPrinterColumns',
      errorsOf: ({ additionalPrinterColumns }, at) => columnsErrors(additionalPrinterColumns, at),
    },
    {
      isShared: isShared(({ selectableFields }) => selectableFields),
      top: 'selectableFields',
      name: 'selectableFields',
      errorsOf: (version, at) => selectableErrors(version, at, strict.release),
    },
  ]
}
