import { FieldPath, invalid, required } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { goTexts, goStructJson } from '../../../machinery/go-values'
import { equal } from '../../../machinery/json'
import type { Definition, DefinitionSpec } from '../definition'
import { APPROVAL_ANNOTATION, approvalOf, isProtectedGroup } from '../lifecycle'
import { SPEC } from './definition-errors'

/** Errors of storedVersions: all must exist in the spec and include the storage version. */
export function storedVersionErrors(stored: readonly string[] | undefined, spec: DefinitionSpec): FieldError[] {
  const at = FieldPath.of('status', 'storedVersions')
  if (!stored?.length) return [invalid(at, goTexts(undefined), 'must have at least one stored version')]
  const versions = spec.versions ?? []
  // Each stored version may be claimed by only one version entry.
  const left = new Set(stored)
  const takes = ({ name = '' }: { readonly name?: string }): boolean => left.delete(name)
  return [
    ...versions
      .filter((version) => !takes(version) && version.storage)
      .map((version) =>
        invalid(
          at,
          goStructJson('apiextensions.CustomResourceDefinitionVersion', version),
          `must have the storage version ${version.name}`,
        ),
      ),
    ...stored.flatMap((name, i) =>
      versions.some((version) => version.name === name)
        ? []
        : [invalid(at.index(i), name, 'must appear in spec.versions')],
    ),
  ]
}

/** Errors for a new type in a protected group of the project without an approval annotation. */
export function approvalErrors(definition: Definition, old: Definition | undefined, version: string): FieldError[] {
  if (version === 'v1beta1' || !isProtectedGroup(definition.spec.group ?? '')) return []
  const { state, reason } = approvalOf(definition.metadata)
  if (old && approvalOf(old.metadata).state === state) return []
  const at = FieldPath.of('metadata', 'annotations').key(APPROVAL_ANNOTATION)
  if (state === 'missing') return [required(at, reason)]
  return state === 'invalid' ? [invalid(at, definition.metadata.annotations?.[APPROVAL_ANNOTATION], reason)] : []
}

/** Errors for preserving unknown fields in v1, which is allowed only if the old object already did. */
export function preserveErrors(definition: Definition, old: Definition | undefined, version: string): FieldError[] {
  if (version === 'v1beta1' || !definition.spec.preserveUnknownFields || old?.spec.preserveUnknownFields) return []
  return [
    invalid(
      SPEC.child('preserveUnknownFields'),
      true,
      'cannot set to true, set x-preserve-unknown-fields to true in spec.versions[*].schema instead',
    ),
  ]
}

/** Errors of changes that a definition does not allow. */
export function changeErrors(spec: DefinitionSpec, old: DefinitionSpec, established: boolean): FieldError[] {
  const fixed = (value: unknown, before: unknown, at: FieldPath): FieldError[] =>
    equal(value, before) ? [] : [invalid(at, value, 'field is immutable')]
  return [
    ...(established ? fixed(spec.scope, old.scope, SPEC.child('scope')) : []),
    ...(established ? fixed(spec.names?.kind, old.names?.kind, SPEC.child('names', 'kind')) : []),
    ...fixed(spec.group, old.group, SPEC.child('group')),
    ...fixed(spec.names?.plural, old.names?.plural, SPEC.child('names', 'plural')),
  ]
}
