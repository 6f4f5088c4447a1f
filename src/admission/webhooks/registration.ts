import type { NamedExpression } from '../../api/policies/policy'
import { compileLabelSelector, EVERYTHING, type LabelSelector, type LabelSelectorObject } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import type { GroupResource, ObjectReader } from '../../machinery/reader'
import { WEBHOOK_POLICIES } from '../../machinery/webhook-policies'
import type { WebhookClientConfig } from '../../machinery/webhook-target'

/** API group of webhook configurations and admission policies. */
export const GROUP = 'admissionregistration.orch.io'
/** The resource of configurations whose webhooks may change objects. */
export const MUTATING: GroupResource = { group: GROUP, resource: 'mutatingwebhookconfigurations' }
/** The resource of configurations whose webhooks only allow or reject. */
export const VALIDATING: GroupResource = { group: GROUP, resource: 'validatingwebhookconfigurations' }

/** Which requests a webhook is called for; `*` matches everything. */
export interface Rule {
  readonly operations?: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  readonly resources?: readonly string[]
  readonly scope?: string
  /** Object names; empty matches all. Used by policies. */
  readonly resourceNames?: readonly string[]
}

/** A webhook as registered, in the hub version (admission document, "Registration objects"). */
interface Entry {
  readonly name?: string
  readonly clientConfig?: WebhookClientConfig
  readonly rules?: readonly Rule[]
  readonly failurePolicy?: string
  readonly matchPolicy?: string
  readonly namespaceSelector?: LabelSelectorObject
  readonly objectSelector?: LabelSelectorObject
  readonly sideEffects?: string
  readonly timeoutSeconds?: number
  readonly admissionReviewVersions?: readonly string[]
  readonly reinvocationPolicy?: string
  readonly matchConditions?: readonly NamedExpression[]
}

/** A compiled webhook. */
export interface Webhook {
  /** Unique across registrations and their versions. */
  readonly id: string
  readonly name: string
  readonly configuration: string
  readonly clientConfig: WebhookClientConfig
  readonly rules: readonly Rule[]
  readonly ignoresFailure: boolean
  readonly equivalent: boolean
  readonly namespaceSelector: LabelSelector
  readonly objectSelector: LabelSelector
  readonly sideEffects: string
  readonly timeoutMs: number
  readonly reviewVersions: readonly string[]
  readonly reinvoked: boolean
  readonly matchConditions: readonly NamedExpression[]
}

/** A selector from a registration; without one, everything matches. */
export const selectorOf = (selector: LabelSelectorObject | undefined): LabelSelector =>
  selector ? compileLabelSelector(selector) : EVERYTHING

function webhooksIn(object: ApiObject): Webhook[] {
  const { uid = '', name: configuration = '' } = object.metadata
  const webhooks = (object.webhooks ?? []) as readonly Entry[]
  return webhooks.map((entry, i) => ({
    id: `${uid}/${i}/${entry.name ?? ''}`,
    name: entry.name ?? '',
    configuration,
    clientConfig: entry.clientConfig ?? {},
    rules: entry.rules ?? [],
    ignoresFailure: entry.failurePolicy === 'Ignore',
    equivalent: entry.matchPolicy !== 'Exact',
    namespaceSelector: selectorOf(entry.namespaceSelector),
    objectSelector: selectorOf(entry.objectSelector),
    sideEffects: entry.sideEffects ?? 'Unknown',
    timeoutMs: entry.timeoutSeconds === undefined ? WEBHOOK_POLICIES.admission.timeoutMs : entry.timeoutSeconds * 1000,
    reviewVersions: entry.admissionReviewVersions ?? [],
    reinvoked: entry.reinvocationPolicy === 'IfNeeded',
    matchConditions: entry.matchConditions ?? [],
  }))
}

// The reader's objects never change, so compiled webhooks can be cached for their lifetime.
const compiled = new WeakMap<ApiObject, readonly Webhook[]>()

/** All webhooks of a registration kind, sorted by registration name and then in listed order. */
export function webhooksOf(reader: ObjectReader, kind: GroupResource): readonly Webhook[] {
  const registrations = reader.list(kind)
  if (registrations.length === 0) return []
  return registrations.flatMap((object) => {
    const known = compiled.get(object)
    if (known) return known
    const made = webhooksIn(object)
    compiled.set(object, made)
    return made
  })
}
