import { binding, bindPod } from '../../api/kinds/core/binding/binding'
import { type Disruption, disruptionTarget } from '../../api/kinds/core/pod/disruption-target'
import { decideEviction } from '../../api/kinds/core/pod/pod-eviction'
import { behaves } from '../../api/releases/ledger'
import { schemaOf } from '../../api/types'
import {
  badRequest,
  conflictError,
  forbiddenRequest,
  notFoundError,
  tooManyRequests,
  unclassifiedError,
} from '../../machinery/api-error'
import { clone } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { deleteObject } from '../../registry/delete'
import { updateObject } from '../../registry/write'
import type { WriteCall } from '../../registry/write-call'
import { successStatus } from '../status'
import { aboutObject } from '../context'
import { trackedForServer } from './ownership'
import type { RequestScope } from './request-scope'
import { deleteOptionsErrors } from './delete-options'
import { refuseOptions } from './options'
import { admitted, readVirtual, virtualResponse } from './ephemeral-resources'
import { kindContext, writeCall } from './write-call'

const PODS = { group: '', resource: 'pods' }
const BUDGETS = { group: 'policy', resource: 'poddisruptionbudgets' }
const BINDING = { group: '', version: 'v1', kind: 'Binding' }

function checkName({ metadata }: ApiObject, name: string, kind: string): void {
  if ((metadata.name ?? '') !== name) throw badRequest(`name in URL does not match name in ${kind} object`)
}

/** POST of a Binding, to `bindings` or to a pod's `binding`: assigns the pod to a node, once. */
export async function postBinding(asked: RequestScope): Promise<Response> {
  const { server, context } = asked
  const { object: given, scope } = await readVirtual(asked, [
    { ...BINDING, schema: schemaOf('core.v1.Binding', server.release) },
  ])
  const { dryRun } = scope.options
  const through = context.info.subresource === 'binding'
  const name = through ? context.info.name : (given.metadata.name ?? '')
  checkName(given, name, 'Binding')
  const errors = binding.validate?.(given, kindContext(scope, dryRun)) ?? []
  // This refusal has no reason.
  if (errors.length) throw unclassifiedError(errors.map(({ field, message }) => `${field}: ${message}`).join(', '))
  await admitted(scope, { name, subresource: through ? 'binding' : '', dryRun, kind: BINDING }, given)
  if (name === '') throw badRequest('Name parameter required.')
  const pods = server.catalogue.find('', 'v1', 'pods')
  if (!pods) throw notFoundError(PODS, name)
  await updateObject(
    server.store,
    quietly(writeCall({ ...scope, type: pods }, { name, subresource: 'binding', dryRun })),
    {
      next: async (live) => {
        const draft = clone(live as ApiObject)
        const refusal = bindPod(draft, given, server.clock.now(), {
          labelled: behaves('binding-labels', server),
          checked: behaves('binding-preconditions', server.release),
        })
        if (refusal !== undefined) throw conflictError({ group: '', resource: 'pods/binding' }, name, refusal)
        delete draft.metadata.resourceVersion
        return draft
      },
      retry: true,
      mayCreate: false,
      isPatch: true,
    },
  )
  return virtualResponse(context, { ...successStatus(), code: 201 })
}

/** Skips admission for the change to the pod: admission has already seen the Binding or Eviction itself. */
const quietly = (call: WriteCall): WriteCall => ({
  ...call,
  internal: true,
  mutate: () => Promise.resolve(),
  validate: () => Promise.resolve(),
})

/** POST of an Eviction: deletes the pod if every disruption budget that covers it allows that (429 otherwise). */
export async function postEviction(asked: RequestScope): Promise<Response> {
  const { server, context, type } = asked
  const kinds = ['v1', 'v1beta1'].map((version) => ({
    group: 'policy',
    version,
    kind: 'Eviction',
    schema: schemaOf(`policy.${version}.Eviction`, server.release),
  }))
  const subresource = type.subresources.get('eviction')
  const offered = kinds.filter(({ version }) => version === 'v1beta1' || subresource?.version === 'v1')
  const {
    object: eviction,
    scope,
    kind,
  } = await readVirtual(asked, subresource?.version === 'v1' ? offered : [...offered].reverse())
  const { name, namespace } = context.info
  checkName(eviction, name, 'Eviction')
  const given = (eviction.deleteOptions ?? {}) as {
    gracePeriodSeconds?: number
    dryRun?: string[]
    preconditions?: { uid?: string; resourceVersion?: string }
  }
  const dryRun = evictsDry(scope.options.dryRun, given.dryRun ?? [])
  await admitted(scope, { name, subresource: 'eviction', dryRun, kind }, eviction)
  const pod = server.reader.get(PODS, namespace, name)
  if (!pod) throw notFoundError(PODS, name)
  await chargeBudget(scope, pod, dryRun)
  refuseOptions('DeleteOptions', deleteOptionsErrors(given))
  await tellEviction(scope, name, dryRun)
  const call = writeCall(scope, {
    name,
    subresource: '',
    dryRun,
    operation: 'DELETE',
    options: { kind: 'DeleteOptions', apiVersion: 'meta.orch.io/v1' },
  })
  await deleteObject(server.store, quietly(call), {
    ...(given.gracePeriodSeconds !== undefined && { gracePeriodSeconds: given.gracePeriodSeconds }),
    ...(given.preconditions && { preconditions: given.preconditions }),
  })
  return virtualResponse(context, { ...successStatus(), code: 201 })
}

/** Whether an eviction changes nothing, which the query and the delete options may both say. */
function evictsDry(query: boolean, given: readonly string[]): boolean {
  if (query && given.length > 0 && (given.length > 1 || given[0] !== 'All'))
    throw unclassifiedError(`Non-matching dry-run options in request and content: [All] and [${given.join(' ')}]`)
  return query || given.includes('All')
}

const EVICTED: Disruption = { reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' }

/** Sets the pod's DisruptionTarget condition before it is deleted. */
async function tellEviction(scope: RequestScope, name: string, dryRun: boolean): Promise<void> {
  const { server } = scope
  if (!server.feature('PodDisruptionConditions')) return
  await updateObject(server.store, quietly(writeCall(scope, { name, subresource: 'status', dryRun })), {
    next: async (live) => {
      const draft = clone(live as ApiObject)
      const condition = disruptionTarget(draft, EVICTED, server.clock.now(), server.feature)
      const { conditions = [], ...status } = (draft.status ?? {}) as { conditions?: { type?: string }[] }
      const others = conditions.filter(({ type }) => type !== condition?.['type'])
      if (condition) draft.status = { ...status, conditions: [...others, condition] }
      delete draft.metadata.resourceVersion
      return draft
    },
    retry: true,
    mayCreate: false,
    isPatch: true,
  })
}

async function chargeBudget(scope: RequestScope, pod: ApiObject, dryRun: boolean): Promise<void> {
  const { server } = scope
  const budgets = server.reader.list(BUDGETS, pod.metadata.namespace)
  const verdict = decideEviction(pod, budgets, server.clock.now(), server.release)
  switch (verdict.decision) {
    case 'delete':
      return
    case 'wait':
      throw tooManyRequests(
        "Cannot evict pod as it would violate the pod's disruption budget.",
        verdict.retryAfterSeconds,
        [{ reason: 'DisruptionBudget', message: verdict.cause }],
      )
    case 'forbid':
      throw forbiddenRequest(BUDGETS, verdict.budget, verdict.why)
    case 'fail':
      throw unclassifiedError(verdict.why)
    case 'charge':
      if (!dryRun) await writeBudget(scope, verdict.budget)
  }
}

async function writeBudget({ server, context }: RequestScope, budget: ApiObject): Promise<void> {
  const type = server.catalogue
    .types()
    .find(({ hub }) => hub.group === BUDGETS.group && hub.resource === BUDGETS.resource)
  if (!type) throw notFoundError(BUDGETS, budget.metadata.name ?? '')
  const name = budget.metadata.name ?? ''
  const scope = {
    server,
    type,
    context: aboutObject(context, { ...budget.metadata, namespace: context.info.namespace }),
  }
  // The update names the budget's version, so that of two concurrent evictions one conflicts.
  await updateObject(server.store, quietly(writeCall(scope, { name, subresource: 'status', dryRun: false })), {
    next: async (live) => {
      const charged = await type.fromHub(budget)
      return live ? trackedForServer(scope, 'status', live, charged) : charged
    },
    retry: false,
    mayCreate: false,
    isPatch: true,
  })
}
