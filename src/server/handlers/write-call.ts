import type { AdmissionRequest, Operation } from '../../admission/plugin'
import type { KindContext } from '../../api/kind-context'
import { behaves } from '../../api/releases/ledger'
import { checkEscalation, type EscalationWrite } from '../../authorization/escalation'
import { RBAC_GROUP } from '../../authorization/policy'
import { clone, equal } from '../../machinery/json'
import type { ApiObject, GroupVersionKind } from '../../machinery/object'
import type { WriteCall } from '../../registry/write-call'
import type { ServedType } from '../../registry/resource-type'
import { restoreManagedFields } from './restore-managed-fields'
import { optionsObject } from './options'
import { dropRepeatedOwners } from './owner-references'
import type { RequestScope } from './request-scope'
import { requestVersions } from './request-versions'

/** What a write's admission needs to know beyond its request. */
export interface CallShape {
  readonly name: string
  readonly subresource: string
  readonly dryRun: boolean
  /** The kind of the request's object as admission sees it, if it is not the resource itself (Scale, Eviction …). */
  readonly kind?: GroupVersionKind
  /** Fixed for creates through subresources and for deletes; otherwise derived from the live object. */
  readonly operation?: Operation
  readonly options?: Record<string, unknown>
  readonly namespace?: string
}

/** What a kind's behaviour may use while it prepares and validates one object. */
export function kindContext(scope: RequestScope, dryRun: boolean): KindContext {
  const { server, context, type } = scope
  return {
    now: server.clock.now(),
    random: server.random,
    reader: server.reader,
    user: context.user,
    namespace: context.info.namespace,
    dryRun,
    release: server.release,
    feature: server.feature,
    flag: (name) => server.flag(name),
    warn: (text) => context.warnings.add(text),
    group: type.group,
    version: type.version,
    crypto: server.crypto,
    mayGet: async ({ group: apiGroup, version: apiVersion, ...target }) => {
      const attributes = { isResourceRequest: true, user: context.user, verb: 'get', subresource: '', path: '' }
      const { verdict } = await server.authorizer.authorize({ ...attributes, ...target, apiGroup, apiVersion })
      return verdict === 'allow'
    },
  }
}

const optionsFor = (operation: Operation, { server, context }: RequestScope) =>
  operation === 'CREATE' || operation === 'UPDATE'
    ? optionsObject(operation === 'CREATE' ? 'CreateOptions' : 'UpdateOptions', context.query, server.release)
    : undefined

const showsNoOwners = (server: RequestScope['server']): boolean =>
  server.feature('ServerSideApply') && !behaves('owners-of-old-object', server.release)

function withoutOwners(object: ApiObject | undefined): ApiObject | undefined {
  if (!object?.metadata.managedFields) return object
  const { managedFields: _owners, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** A class, because an object literal with getters is slow to make. */
class ScopedAdmissionRequest implements AdmissionRequest {
  readonly kind: AdmissionRequest['kind']
  readonly resource: AdmissionRequest['resource']
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly dryRun: boolean
  readonly user: AdmissionRequest['user']
  readonly trace: RequestScope['context']['tracer']
  #options: AdmissionRequest['options']
  #versions: AdmissionRequest['versions']

  constructor(
    private readonly scope: RequestScope,
    private readonly shape: CallShape,
    readonly operation: Operation,
    readonly object: ApiObject | undefined,
    readonly oldObject: ApiObject | undefined,
  ) {
    const { context, type } = scope
    const { group, version, kind, resource } = type
    this.kind = shape.kind ?? { group, version, kind }
    this.resource = { group, version, resource }
    this.subresource = shape.subresource
    this.name = shape.name || object?.metadata.name || ''
    // A request for a namespace has its own name as namespace.
    this.namespace = shape.namespace ?? (resource === 'namespaces' && group === '' ? this.name : context.info.namespace)
    this.dryRun = shape.dryRun
    this.user = context.user
    this.trace = context.tracer
  }

  // Only webhooks and policies look at these two, so they are made for those that do.
  get options(): AdmissionRequest['options'] {
    return (this.#options ??= this.shape.options ?? optionsFor(this.operation, this.scope))
  }
  get versions(): AdmissionRequest['versions'] {
    const { server, type } = this.scope
    return (this.#versions ??= requestVersions(server, type, this.subresource, this.operation === 'CREATE'))
  }
  get signal(): AbortSignal {
    return this.scope.context.workSignal
  }
  warn(text: string): void {
    this.scope.context.warnings.add(text)
  }
  annotate(key: string, value: string, level?: 'Metadata' | 'Request'): void {
    this.scope.context.audit?.annotate(key, value, level)
  }
}

/** What admission plugins see of a write: the objects in the hub version, the user and the options of the request. */
export const admissionRequest = (
  scope: RequestScope,
  shape: CallShape,
  operation: Operation,
  object: ApiObject | undefined,
  oldObject: ApiObject | undefined,
): AdmissionRequest => new ScopedAdmissionRequest(scope, shape, operation, object, oldObject)

const guardsEscalation = (type: ServedType): boolean => type.hub.group === RBAC_GROUP

const guard = ({ server, context, type }: RequestScope, object: ApiObject, old: ApiObject | undefined): Promise<void> =>
  checkEscalation(
    {
      resource: type.hub.resource as EscalationWrite['resource'],
      object,
      old,
      user: context.user,
      namespace: context.info.namespace,
      name: context.info.name,
    },
    { index: server.policyIndex, authorizer: server.authorizer },
  )

/** What the validation of owner references needs: the release, and where warnings go. */
export const ownerRules = ({ server, context }: RequestScope) => ({
  release: server.release,
  warn: (text: string) => context.warnings.add(text),
})

/** A deletion with the grace period that the kind gives to the object, which is the one that admission sees. */
function withGrace(shape: CallShape, { hub }: ServedType, old: ApiObject | undefined, release: number): CallShape {
  const { options } = shape
  const asked = options?.gracePeriodSeconds as number | bigint | undefined
  const grace = options && old && hub.behaviour.gracePeriodSeconds?.(old, asked, release)
  return grace === undefined ? shape : { ...shape, options: { ...options, gracePeriodSeconds: grace } }
}

/** A write through the registry, with admission passed in as functions. */
export function writeCall(scope: RequestScope, shape: CallShape): WriteCall {
  const { server, context, type } = scope
  const operationOf = (old: ApiObject | undefined): Operation => shape.operation ?? (old ? 'UPDATE' : 'CREATE')
  const readAgain = type.hub.behaviour.updateReadsAgain && shape.subresource === ''
  const request = (object: ApiObject, old: ApiObject | undefined, phase: 'mutating' | 'validating') => {
    const operation = operationOf(old)
    if (operation === 'DELETE')
      return admissionRequest(scope, withGrace(shape, type, old, server.release), operation, undefined, old)
    const hidden = operation === 'UPDATE' && showsNoOwners(server) && !(phase === 'validating' && readAgain)
    return admissionRequest(scope, shape, operation, object, hidden ? withoutOwners(old) : old)
  }
  return {
    type,
    namespace: context.info.namespace,
    name: shape.name,
    subresource: shape.subresource,
    dryRun: shape.dryRun,
    context: kindContext(scope, shape.dryRun),
    trace: context.tracer,
    breathe: (stored) => (stored ? context.breatheOver(stored) : context.breathe()),
    // Objects of a collection are written one after another.
    commit: async (write) => {
      if (context.large) await context.breathe()
      return context.deadline.commit(() => server.store.commit(write), context.info.verb !== 'deletecollection')
    },
    ...(guardsEscalation(type) && {
      guard: (object: ApiObject, old: ApiObject | undefined) => guard(scope, object, old),
    }),
    mutate: async (object, old) => {
      if (context.large) await context.breathe()
      const start = context.tracer.now()
      const before = context.tracer.observed ? clone(object) : undefined
      const records = object.metadata.managedFields
      await server.admission.mutate(request(object, old, 'mutating'), context.tracer)
      restoreManagedFields(object, records, ownerRules(scope))
      dropRepeatedOwners(object, 'after mutating admission', ownerRules(scope))
      if (context.large) await context.breathe()
      if (!before) return
      const changed = !equal(before, object)
      context.tracer.step('mutating admission', start, {
        verdict: changed ? 'changed' : 'passed',
        ...(changed && { before, after: clone(object) }),
      })
    },
    validate: async (object, old) => {
      if (context.large) await context.breathe()
      const start = context.tracer.now()
      const admission = request(object, old, 'validating')
      if (admission.operation === 'DELETE') await server.admission.mutate(admission, context.tracer)
      await server.admission.validate(admission, context.tracer)
      context.tracer.step('validating admission', start)
    },
  }
}
