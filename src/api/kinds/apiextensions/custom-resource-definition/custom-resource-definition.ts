import { FieldPath, invalid } from '../../../../machinery/field-error'
import type { FieldError } from '../../../../machinery/field-wording'
import { isObject, type JsonObject } from '../../../../machinery/json'
import { dns1123Subdomain } from '../../../../machinery/names'
import type { ApiObject } from '../../../../machinery/object'
import { definitionOf, storageVersion, type Definition } from '../../../apiextensions/definition'
import { CLEANUP_FINALIZER, terminatingStatus } from '../../../apiextensions/lifecycle'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { hasRules } from '../../../apiextensions/rules/has-rules'
import { loadExpressions } from '../../../expressions'
import type { Served } from '../../../releases/ledger'
import { invalidObject } from '../../../../machinery/invalid-object'
import { definition as toV1 } from '../../../apiextensions/definitions/v1beta1-conversion'
import { v1beta1Errors } from '../../../apiextensions/definitions/first-version'
import { dropNullSchemaKeywords } from '../../../apiextensions/definitions/null-keywords'
import { specErrors } from '../../../apiextensions/definitions/validate-definition'
import { namesErrors } from '../../../apiextensions/definitions/validate-names'
import { strictnessOf } from '../../../apiextensions/definitions/strictness'
import {
  approvalErrors,
  changeErrors,
  preserveErrors,
  storedVersionErrors,
} from '../../../apiextensions/definitions/validate-definition-change'

const FIRST_VERSION = 'v1beta1'

/** Both versions derive names from the kind, and default to conversion strategy None. */
function defaultSpec(spec: JsonObject, version: string): void {
  const names = isObject(spec.names) ? spec.names : undefined
  if (names && typeof names.kind === 'string' && names.kind !== '') {
    names.singular ||= names.kind.toLowerCase()
    names.listKind ||= `${names.kind}List`
  }
  if (Array.isArray(spec.versions)) for (const one of spec.versions) if (isObject(one)) one.name ??= ''
  spec.conversion ??= { strategy: 'None' }
  const conversion = isObject(spec.conversion) ? spec.conversion : {}
  if (version === FIRST_VERSION) defaultFirstVersion(spec, conversion)
  // A webhook without anything is none.
  if (isObject(conversion.webhook) && Object.keys(conversion.webhook).length === 0) delete conversion.webhook
  const webhook = version === FIRST_VERSION ? conversion.webhookClientConfig : at(conversion.webhook, 'clientConfig')
  const service = at(webhook, 'service')
  if (isObject(service)) service.port ??= 443
}

const at = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

function defaultFirstVersion(spec: JsonObject, conversion: JsonObject): void {
  spec.scope ||= 'Namespaced'
  spec.preserveUnknownFields ??= true
  const versions = Array.isArray(spec.versions) ? spec.versions : []
  const first = versions[0]
  if (!spec.version && isObject(first) && typeof first.name === 'string') spec.version = first.name
  else if (versions.length === 0 && typeof spec.version === 'string' && spec.version !== '')
    spec.versions = [{ name: spec.version, served: true, storage: true }]
  const reviewed = conversion.conversionReviewVersions
  if (conversion.strategy === 'Webhook' && !(Array.isArray(reviewed) && reviewed.length > 0))
    conversion.conversionReviewVersions = [FIRST_VERSION]
}

/** Adds the storage version to storedVersions, from which only clients remove entries. */
function recordStorageVersion(object: ApiObject): void {
  const { spec, status } = definitionOf(object)
  const storage = storageVersion(spec)?.name
  const stored = status.storedVersions ?? []
  object.status = {
    ...status,
    storedVersions: storage === undefined || stored.includes(storage) ? stored : [...stored, storage],
  }
}

/** Neither the name nor the prefix of a generated one may differ from that of the type. */
const nameRuleOf =
  ({ spec }: Definition) =>
  (name: string, prefix: boolean): string[] => {
    const own = `${spec.names?.plural ?? ''}.${spec.group ?? ''}`
    return [
      ...(prefix ? [] : dns1123Subdomain(name)),
      ...(name === own ? [] : ['must be spec.names.plural+"."+spec.group']),
    ]
  }

function nameErrors(definition: Definition): FieldError[] {
  return (['generateName', 'name'] as const).flatMap((member) => {
    const name = definition.metadata[member] ?? ''
    if (name === '') return []
    return nameRuleOf(definition)(name, member === 'generateName').map((text) =>
      invalid(`metadata.${member}`, name, text),
    )
  })
}

const ACCEPTED = FieldPath.of('status', 'acceptedNames')

function validate(definition: Definition, old: Definition | undefined, context: KindContext): FieldError[] {
  const { version } = context
  const strict = strictnessOf(definition, old, version, context)
  return [
    ...specErrors(definition.spec, strict),
    ...(old ? changeErrors(definition.spec, old.spec, strict.requireSameNames) : []),
    ...namesErrors(definition.status.acceptedNames ?? {}, ACCEPTED),
    ...storedVersionErrors(definition.status.storedVersions, definition.spec),
    ...approvalErrors(definition, old, version),
    ...preserveErrors(definition, old, version),
  ]
}

// The definition that an update replaces; it determines which checks apply.
const replaced = new WeakMap<ApiObject, ApiObject>()
const oldOf = (object: ApiObject): Definition | undefined => {
  const old = replaced.get(object)
  return old && definitionOf(old)
}

/**
 * Refuses a v1beta1 definition that v1 can't represent, with all its errors: after conversion nothing shows which members its versions
 * had in common.
 */
function refuseMixture(object: ApiObject, served: Served): void {
  const errors = v1beta1Errors(object)
  if (errors.length === 0) return
  const definition = definitionOf(toV1.toHub(object))
  const others = specErrors(definition.spec, strictnessOf(definition, undefined, 'v1beta1', served), true)
  throw invalidObject(
    { group: 'apiextensions.orch.io', kind: 'CustomResourceDefinition' },
    object.metadata.name ?? '',
    [...nameErrors(definition), ...others, ...errors],
  )
}

/** The definition of a custom type: names, versions with their schemas, conversion. */
export const customResourceDefinition: KindBehaviour = {
  group: 'apiextensions.orch.io',
  resource: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  metadataPasses: [1, 0],
  nameRuleOf: (_served, object) => nameRuleOf(definitionOf(object)),
  anyFinalizer: true,
  ownPreconditions: true,
  propagation: 'not-first',
  hasStatus: true,
  unconditionalUpdate: false,
  defaults: (object, version, context) => {
    object.spec ??= {}
    if (!isObject(object.spec)) return
    dropNullSchemaKeywords(object.spec)
    defaultSpec(object.spec, version)
    refuseMixture(object, context)
    // Set like other defaults, so the creator of a definition owns the list.
    if (!definitionOf(object).status.storedVersions?.length) recordStorageVersion(object)
  },
  prepareForCreate: (object) => {
    object.status = { conditions: null, acceptedNames: { plural: '', kind: '' } }
    recordStorageVersion(object)
  },
  prepareForUpdate: (object, old) => {
    replaced.set(object, old)
    recordStorageVersion(object)
  },
  load: (object) => (hasRules(definitionOf(object).spec) ? loadExpressions() : undefined),
  validate: (object, context) => validate(definitionOf(object), oldOf(object), context),
  subresources: {
    status: {
      keepsMetadata: ['labels', 'annotations', 'ownerReferences'],
      validateUpdate: (object) => namesErrors(definitionOf(object).status.acceptedNames ?? {}, ACCEPTED),
    },
  },
  holdsDeletion: ({ metadata }) => metadata.deletionTimestamp === undefined,
  markTerminating: (object) => {
    const { metadata } = object
    if (!metadata.finalizers?.includes(CLEANUP_FINALIZER))
      metadata.finalizers = [...(metadata.finalizers ?? []), CLEANUP_FINALIZER]
    object.status = terminatingStatus(definitionOf(object), 'pending', Date.parse(metadata.deletionTimestamp ?? ''))
  },
}
