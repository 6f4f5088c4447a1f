import { GoStruct, goStructJson } from '../machinery/go-values'
import { FieldPath, invalid } from '../machinery/field-error'
import type { FieldError } from '../machinery/field-wording'
import type { ApiObject } from '../machinery/object'
import { selectorErrors } from './review-selectors'
import { type ReviewKind, type ReviewSpec, groupsOf } from './review-spec'

const pathAttributes = ({ path = '', verb = '' }: { readonly path?: string; readonly verb?: string }): GoStruct =>
  new GoStruct('authorization.NonResourceAttributes', { Path: path, Verb: verb })

/** Errors in the spec of a review. */
export function specErrors(kind: ReviewKind, spec: ReviewSpec): FieldError[] {
  const errors: FieldError[] = []
  const { resourceAttributes, nonResourceAttributes } = spec
  if (resourceAttributes && nonResourceAttributes)
    errors.push(
      invalid(
        'spec.nonResourceAttributes',
        pathAttributes(nonResourceAttributes),
        'cannot be specified in combination with resourceAttributes',
      ),
    )
  if (!resourceAttributes && !nonResourceAttributes)
    errors.push(
      invalid(
        'spec.resourceAttributes',
        null,
        'exactly one of nonResourceAttributes or resourceAttributes must be specified',
      ),
    )
  if (kind !== 'SelfSubjectAccessReview' && !spec.user && groupsOf(spec).length === 0)
    errors.push(invalid('spec.user', spec.user ?? '', 'at least one of user or group must be specified'))
  if (resourceAttributes) errors.push(...selectorErrors(resourceAttributes, FieldPath.of('spec', 'resourceAttributes')))
  return errors
}

/** Errors in its metadata: a review has no name. */
export function metadataErrors(kind: ReviewKind, body: ApiObject): FieldError[] {
  // The server itself records managedFields; an empty member counts as absent.
  const allowed = kind === 'LocalSubjectAccessReview' ? ['namespace', 'managedFields'] : ['managedFields']
  const given = Object.entries(body.metadata).filter(
    ([name, value]) => !allowed.includes(name) && value !== undefined && value !== null && value !== '',
  )
  if (given.length === 0) return []
  return [
    invalid(
      'metadata',
      goStructJson('v1.ObjectMeta', body.metadata),
      kind === 'LocalSubjectAccessReview' ? 'must be empty except for namespace' : 'must be empty',
    ),
  ]
}

/** Errors of a review in one namespace: both places must name the same one. */
export function localErrors(body: ApiObject, spec: ReviewSpec): FieldError[] {
  const errors: FieldError[] = []
  if (spec.resourceAttributes && (spec.resourceAttributes.namespace ?? '') !== (body.metadata.namespace ?? ''))
    errors.push(
      invalid(
        'spec.resourceAttributes.namespace',
        spec.resourceAttributes.namespace ?? '',
        'must match metadata.namespace',
      ),
    )
  if (spec.nonResourceAttributes)
    errors.push(
      invalid(
        'spec.nonResourceAttributes',
        pathAttributes(spec.nonResourceAttributes),
        'disallowed on this kind of request',
      ),
    )
  return errors
}
