import { FieldPath, invalid, notSupported, required } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { dns1123Subdomain } from '../../../machinery/names'
import type { DefinitionSpec } from '../definition'
import type { Strictness } from './version-rules'
import { conversionErrors } from './webhook-client'
import { SPEC, joinedMessages } from './definition-errors'
import { says, hasDefault } from './strictness'
import { requiredNames, namesErrors } from './validate-names'
import { versionsErrors } from './validate-versions'

/** All errors of a definition's spec. `perVersion`: what versions have in common was given in each of them, and is reported there. */
export function specErrors(spec: DefinitionSpec, strict: Strictness, perVersion = false): FieldError[] {
  const versions = versionsErrors(spec, strict, perVersion)
  return [
    ...groupErrors(spec.group, SPEC.child('group')),
    ...scopeErrors(spec.scope, SPEC.child('scope')),
    ...(strict.allowDefaults ? defaultsNeedPruning(spec) : []),
    ...versions.each,
    ...requiredNames(spec.names ?? {}, SPEC.child('names')),
    ...namesErrors(spec.names ?? {}, SPEC.child('names')),
    ...versions.shared,
    ...(spec.preserveUnknownFields && (spec.conversion?.strategy ?? 'None') !== 'None'
      ? [
          invalid(
            SPEC.child('conversion', 'strategy'),
            spec.conversion?.strategy,
            'must be None if spec.preserveUnknownFields is true',
          ),
        ]
      : []),
    ...conversionErrors(spec.conversion, strict.requireRecognizedReview, SPEC.child('conversion')),
  ]
}

function groupErrors(group: string | undefined, at: FieldPath): FieldError[] {
  if (!group) return [required(at)]
  const messages = dns1123Subdomain(group)
  if (messages.length > 0) return [invalid(at, group, joinedMessages(messages))]
  return group.includes('.') ? [] : [invalid(at, group, 'should be a domain with at least one dot')]
}

function scopeErrors(scope: string | undefined, at: FieldPath): FieldError[] {
  if (!scope) return [required(at)]
  return scope === 'Cluster' || scope === 'Namespaced' ? [] : [notSupported(at, scope, ['Cluster', 'Namespaced'])]
}

function defaultsNeedPruning(spec: DefinitionSpec): FieldError[] {
  if (!spec.preserveUnknownFields || !says(spec, hasDefault)) return []
  return [invalid(SPEC.child('preserveUnknownFields'), true, 'must be false in order to use defaults in the schema')]
}
