/** Defaults that differ between versions of a kind (removal table); applied before conversion. */
import { clone, isObject, type Json, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { apiVersionOf } from '../../machinery/object'
import { METRICS } from '../kinds/autoscaling/horizontal-pod-autoscaler/older-forms'
import { annotationOf, asList, asObject } from './parts'

type Fill = (object: ApiObject) => void

/** The struct at a key, created if absent. */
function struct(parent: JsonObject, key: string): JsonObject {
  const value = parent[key]
  if (isObject(value)) return value
  const made: JsonObject = {}
  parent[key] = made
  return made
}
const specOf = (object: ApiObject): JsonObject | undefined => asObject(object.spec)
const fill = (target: JsonObject, values: Readonly<Record<string, Json>>): void => {
  for (const [key, value] of Object.entries(values)) target[key] ??= value
}

/** Old versions default selector and labels from the pod template. */
function labelsFromTemplate(object: ApiObject): void {
  const spec = specOf(object)
  const labels = asObject(asObject(asObject(spec?.template)?.metadata)?.labels)
  if (!spec || !labels || Object.keys(labels).length === 0) return
  spec.selector ??= { matchLabels: { ...labels } }
  if (!object.metadata.labels || Object.keys(object.metadata.labels).length === 0)
    object.metadata.labels = { ...labels } as Record<string, string>
}

/** Unlimited: the largest int32. */
const NO_LIMIT = 2147483647

const deployment =
  ({
    progressDeadlineSeconds,
    revisionHistoryLimit,
    step,
    inherit,
  }: {
    progressDeadlineSeconds: number
    revisionHistoryLimit: number
    step: Json
    inherit: boolean
  }): Fill =>
  (object) => {
    const spec = specOf(object)
    if (!spec) return
    if (inherit) labelsFromTemplate(object)
    fill(spec, { progressDeadlineSeconds, revisionHistoryLimit })
    const strategy = struct(spec, 'strategy')
    strategy.type ??= 'RollingUpdate'
    if (strategy.type === 'RollingUpdate')
      fill(struct(strategy, 'rollingUpdate'), { maxSurge: step, maxUnavailable: step })
  }

const updateStrategy =
  (type: string, inherit: boolean): Fill =>
  (object) => {
    const spec = specOf(object)
    if (!spec) return
    if (inherit) labelsFromTemplate(object)
    struct(spec, 'updateStrategy').type ??= type
  }

const webhooks =
  (values: Readonly<Record<string, Json>>): Fill =>
  (object) => {
    for (const webhook of asList(object.webhooks) ?? []) fill(webhook, values)
  }

/** A new list for each object: defaults are not shared. */
const oldWebhooks: Fill = (object) => {
  webhooks({ failurePolicy: 'Ignore', matchPolicy: 'Exact', timeoutSeconds: 30, sideEffects: 'Unknown' })(object)
  for (const webhook of asList(object.webhooks) ?? []) webhook.admissionReviewVersions ??= ['v1beta1']
}
const newWebhooks = webhooks({ failurePolicy: 'Fail', matchPolicy: 'Equivalent', timeoutSeconds: 10 })

const ingressPaths: Fill = (object) => {
  for (const rule of asList(specOf(object)?.rules) ?? [])
    for (const path of asList(asObject(rule.http)?.paths) ?? []) path.pathType ??= 'ImplementationSpecific'
}

/** v1 sets a default metric only if there is no other. */
const autoscalerV1: Fill = (object) => {
  const spec = specOf(object)
  if (spec && annotationOf(object, METRICS) === undefined) spec.targetCPUUtilizationPercentage ??= 80
}

const cpuMetric = (source: JsonObject) => (object: ApiObject) => {
  const spec = specOf(object)
  if (spec && (asList(spec.metrics) ?? []).length === 0)
    spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', ...clone(source) } }]
}

const SCALE_UP: JsonObject = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
}
const SCALE_DOWN: JsonObject = { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] }

/** If behavior is present at all, both directions are defaulted. */
const behavior: Fill = (object) => {
  const given = asObject(specOf(object)?.behavior)
  if (!given) return
  fill(struct(given, 'scaleUp'), clone(SCALE_UP))
  fill(struct(given, 'scaleDown'), clone(SCALE_DOWN))
}

const autoscalerV2: Fill = (object) => {
  cpuMetric({ target: { type: 'Utilization', averageUtilization: 80 } })(object)
  behavior(object)
}

/** v1beta1 conditions need no status: any that is present is true. */
const conditionsHold: Fill = (object) => {
  for (const condition of asList(asObject(object.status)?.conditions) ?? []) condition.status ??= 'True'
}

const TABLE: Readonly<Record<string, Fill>> = {
  'extensions/v1beta1 Deployment': deployment({
    progressDeadlineSeconds: NO_LIMIT,
    revisionHistoryLimit: NO_LIMIT,
    step: 1,
    inherit: true,
  }),
  'apps/v1beta1 Deployment': deployment({
    progressDeadlineSeconds: 600,
    revisionHistoryLimit: 2,
    step: '25%',
    inherit: true,
  }),
  'apps/v1beta2 Deployment': deployment({
    progressDeadlineSeconds: 600,
    revisionHistoryLimit: 10,
    step: '25%',
    inherit: false,
  }),
  'apps/v1 Deployment': deployment({
    progressDeadlineSeconds: 600,
    revisionHistoryLimit: 10,
    step: '25%',
    inherit: false,
  }),
  'extensions/v1beta1 DaemonSet': updateStrategy('OnDelete', true),
  'apps/v1beta2 DaemonSet': updateStrategy('RollingUpdate', false),
  'apps/v1 DaemonSet': updateStrategy('RollingUpdate', false),
  'extensions/v1beta1 ReplicaSet': labelsFromTemplate,
  'apps/v1beta1 StatefulSet': updateStrategy('OnDelete', true),
  'extensions/v1beta1 Ingress': ingressPaths,
  'networking.orch.io/v1beta1 Ingress': ingressPaths,
  'admissionregistration.orch.io/v1beta1 MutatingWebhookConfiguration': oldWebhooks,
  'admissionregistration.orch.io/v1beta1 ValidatingWebhookConfiguration': oldWebhooks,
  'admissionregistration.orch.io/v1 MutatingWebhookConfiguration': newWebhooks,
  'admissionregistration.orch.io/v1 ValidatingWebhookConfiguration': newWebhooks,
  'autoscaling/v1 HorizontalPodAutoscaler': autoscalerV1,
  'autoscaling/v2beta1 HorizontalPodAutoscaler': cpuMetric({ targetAverageUtilization: 80 }),
  'autoscaling/v2beta2 HorizontalPodAutoscaler': autoscalerV2,
  'autoscaling/v2 HorizontalPodAutoscaler': autoscalerV2,
  'certificates.orch.io/v1beta1 CertificateSigningRequest': conditionsHold,
}

/** Applies in place the defaults that differ between this version and others of the kind. */
export function versionDefaults(object: ApiObject, group: string, version: string, kind: string): void {
  const key = `${apiVersionOf({ group, version })} ${kind}`
  if (Object.hasOwn(TABLE, key)) TABLE[key]?.(object)
}
