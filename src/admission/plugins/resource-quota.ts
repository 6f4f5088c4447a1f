import { NOTHING_USED, usageIncrease, usageWhere } from '../../api/quota/amounts'
import { quotaEvaluator } from '../../api/quota/evaluators'
import { hubResourceOf } from '../../api/shared-storage'
import { clone } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { quantitySign } from '../../machinery/quantity'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { Charges } from '../quota/charges'
import { readLimited } from '../quota/limited-resources'
import { checkQuota, pertinentQuotas, type Quota } from '../quota/limits'
import { type Counted, QUOTAS, QuotaStatus } from '../quota/quota-status'
import { isResize } from '../shared/pods'
import { NAMESPACES } from '../shared/request'

/** Enforces a namespace's resource quotas (admission document, ResourceQuota). */
export function resourceQuota(environment: AdmissionEnvironment, configuration?: PluginConfiguration): AdmissionPlugin {
  const { reader, clock } = environment
  const limited = configuration ? readLimited(configuration) : []
  const charges = new Charges(reader, clock)
  const status = new QuotaStatus(environment, charges)

  return {
    name: 'ResourceQuota',
    operations: ['CREATE', 'UPDATE'],
    validate(request) {
      const { namespace, resource } = request
      const counted = countedBy(request)
      if (!counted || !request.object) return undefined
      const asked = limited.filter(
        (one) => one.resource === resource.resource && (one.apiGroup ?? '') === resource.group,
      )
      const quotas = reader.list(QUOTAS, namespace)
      return quotas.length === 0 && asked.length === 0 ? undefined : charge(request, counted, quotas, asked)
    },
  }

  async function charge(
    request: AdmissionRequest,
    counted: Counted,
    quotas: readonly ApiObject[],
    asked: typeof limited,
  ): Promise<void> {
    const { namespace, object, oldObject, operation } = request
    if (!object) return
    const { of, evaluator } = counted
    const now = clock.now()
    const pertinent = pertinentQuotas(request, evaluator, quotas, asked, now)
    // Decreases are left to the quota controller.
    const before = oldObject ? evaluator.usage(oldObject, now) : NOTHING_USED
    const delta = usageIncrease(evaluator.usage(object, now), before)
    const more = usageWhere(delta, (_, amount) => quantitySign(amount) > 0)
    if (more.size === 0) return
    // Any increase is checked against all limits that match the object, including resources that did not increase.
    const check = (quota: Quota): void => checkQuota(request, quota, delta, status.usedOf(quota, counted))
    pertinent.forEach(check)
    const charged = pertinent.filter((quota) => Object.keys(quota.status?.hard ?? {}).some((key) => more.has(key)))
    // The store refuses a name that is taken; it must not be charged.
    const name = request.name || (object.metadata.name ?? '')
    const taken = operation === 'CREATE' && reader.get(of, namespace, name) !== undefined
    if (request.dryRun || charged.length === 0 || taken) return
    // The charge counts from here on, before any other request is admitted.
    const opened = charges.open({ of, namespace, name, object: clone(object), old: oldObject })
    await Promise.all(
      charged.map(({ metadata }) =>
        status.write(metadata?.name ?? '', counted, (live) => {
          const unchanged = live.metadata?.resourceVersion === metadata?.resourceVersion
          // Another server may have admitted requests meanwhile: check the quota's current status.
          if (!unchanged && !opened.written.has(live.metadata?.name ?? ''))
            charges.whileWithout(opened, () => check(live))
        }),
      ),
    )
  }
}

/** What a request consumes; undefined if no quota counts it. */
function countedBy(request: AdmissionRequest): Counted | undefined {
  const { namespace, resource, subresource, operation } = request
  const ofNamespaces = resource.group === '' && resource.resource === NAMESPACES.resource
  const resizes = isResize(request)
  if (namespace === '' || (subresource !== '' && !resizes) || ofNamespaces) return undefined
  const of = hubResourceOf(resource.group, resource.resource)
  const evaluator = quotaEvaluator(of)
  if (!evaluator || (operation === 'UPDATE' && !evaluator.updates && !resizes)) return undefined
  return { of, namespace, evaluator }
}
