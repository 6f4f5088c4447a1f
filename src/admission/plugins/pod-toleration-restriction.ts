import type { Toleration } from '../../api/kinds/shared/pod-types'
import { qosClassOf } from '../../api/kinds/shared/qos-class'
import { unclassifiedError } from '../../machinery/api-error'
import { isObject } from '../../machinery/json'
import { messageOf } from '../../machinery/message-of'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { expectKind, readShape, type ConfigShape, TYPE_FIELDS } from '../../machinery/config-shape'
import { podSpecIn } from '../shared/pods'
import { NAMESPACES, refused } from '../shared/request'
import { allAllowed, mergeTolerations, toleratesAll } from '../shared/tolerations'

const DEFAULTS = 'scheduler.alpha.orch.io/defaultTolerations'
const ALLOWED = 'scheduler.alpha.orch.io/tolerationsWhitelist'
const MEMORY_PRESSURE: Toleration = { key: 'node.orch.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' }

const VERSIONS = ['podtolerationrestriction.admission.orch.io/v1alpha1']
const TOLERATION: ConfigShape = {
  fields: { key: 'string', operator: 'string', value: 'string', effect: 'string', tolerationSeconds: 'integer' },
}
const SHAPE: ConfigShape = {
  fields: { ...TYPE_FIELDS, default: { list: TOLERATION }, whitelist: { list: TOLERATION } },
}
interface Configuration {
  readonly default?: Toleration[]
  readonly whitelist?: Toleration[]
}

function readConfiguration({ value, where }: PluginConfiguration): Configuration {
  expectKind(value, 'Configuration', VERSIONS, where)
  return readShape<Configuration>(value, SHAPE, where)
}

/** Whether two tolerations match the same taint differently and neither covers the other. */
const conflict = (a: Toleration, b: Toleration): boolean =>
  (a.key ?? '') === (b.key ?? '') && (a.effect ?? '') === (b.effect ?? '') && !toleratesAll(a, b) && !toleratesAll(b, a)

/**
 * Merges tolerations of the namespace into its pods, and restricts them to an allowed list (admission document, PodTolerationRestriction).
 */
export function podTolerationRestriction(
  { reader }: AdmissionEnvironment,
  configuration?: PluginConfiguration,
): AdmissionPlugin {
  const cluster = configuration ? readConfiguration(configuration) : {}

  /** Tolerations in a namespace annotation; undefined if it is absent. */
  function listed(request: AdmissionRequest, annotation: string): Toleration[] | undefined {
    const annotations = reader.get(NAMESPACES, undefined, request.namespace)?.metadata.annotations ?? {}
    const text = Object.hasOwn(annotations, annotation) ? annotations[annotation] : undefined
    // An empty annotation is an empty list, which still overrides the cluster default.
    if (text === undefined || text === '') return text === '' ? [] : undefined
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      throw unreadable(annotation, messageOf(error))
    }
    if (!Array.isArray(value) || !value.every(isObject)) throw unreadable(annotation, 'a JSON list is expected')
    return value
  }

  function validate(request: AdmissionRequest): void {
    const tolerations = podSpecIn(request)?.tolerations ?? []
    if (tolerations.length === 0) return
    const own = listed(request, ALLOWED)
    if (!allAllowed(tolerations, own ?? cluster.whitelist ?? []))
      throw unclassifiedError(
        `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${own ? 'namespace' : 'cluster'} whitelist`,
      )
  }

  return {
    name: 'PodTolerationRestriction',
    operations: ['CREATE', 'UPDATE'],
    admit(request) {
      const spec = podSpecIn(request)
      if (!spec) return
      const own = spec.tolerations ?? []
      const extra = request.operation === 'CREATE' ? (listed(request, DEFAULTS) ?? cluster.default ?? []) : []
      const clash = own.find((one) => extra.some((other) => conflict(one, other)))
      if (clash)
        throw refused(request, `its toleration of the taint "${clash.key ?? ''}" conflicts with one of its namespace`)
      // Under memory pressure a node still accepts pods with resource requests.
      const pressed = qosClassOf(spec) === 'BestEffort' ? [] : [{ ...MEMORY_PRESSURE }]
      if (extra.length + pressed.length > 0) spec.tolerations = mergeTolerations(own, [...extra, ...pressed])
      // Before the pod itself is validated.
      validate(request)
    },
    validate,
  }
}

// Here the plugin fails instead of refusing the pod.
const unreadable = (annotation: string, why: string) =>
  unclassifiedError(`the annotation ${annotation} of its namespace can't be read: ${why}`)
