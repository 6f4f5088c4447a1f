import { unclassifiedError } from '../../machinery/api-error'
import { SelectorError } from '../../machinery/labels'
import { parseLabelSelector } from '../../machinery/label-selector-parser'
import { messageOf } from '../../machinery/message-of'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { ConfigError, readShape, type ConfigShape } from '../../machinery/config-shape'
import { podSpecIn } from '../shared/pods'
import { NAMESPACES, podRefused } from '../shared/request'

type Labels = Readonly<Record<string, string>>

const ANNOTATION = 'scheduler.alpha.orch.io/node-selector'
const CLUSTER_DEFAULT = 'clusterDefaultNodeSelector'
const SHAPE: ConfigShape = { fields: { podNodeSelectorPluginConfig: 'map' } }

/** Parses an equality-only selector to labels. Throws `SelectorError` for any other. */
function labelsOf(text: string): Labels {
  const { requirements } = parseLabelSelector(text)
  return Object.fromEntries(
    requirements.map(({ key, operator, values }) => {
      if (operator !== '=' && operator !== '==')
        throw new SelectorError(`"${text}" is not a list of labels such as a=b,c=d`)
      return [key, values[0] ?? '']
    }),
  )
}

const within = (part: Labels, whole: Labels): boolean =>
  Object.entries(part).every(([key, value]) => whole[key] === value)

/** Restricts the pods of a namespace to selected nodes (admission document, PodNodeSelector). */
export function podNodeSelector(
  { reader }: AdmissionEnvironment,
  configuration?: PluginConfiguration,
): AdmissionPlugin {
  const { podNodeSelectorPluginConfig: texts = {} } = configuration
    ? readShape<{ podNodeSelectorPluginConfig?: Labels }>(configuration.value, SHAPE, configuration.where)
    : {}
  const configured = new Map(
    Object.entries(texts).map(([name, text]): [string, Labels] => {
      try {
        return [name, labelsOf(text)]
      } catch (error) {
        const why = messageOf(error)
        throw new ConfigError(`${configuration?.where ?? ''}: podNodeSelectorPluginConfig.${name}: ${why}`)
      }
    }),
  )

  function selectorFor(request: AdmissionRequest): Labels {
    const annotations = reader.get(NAMESPACES, undefined, request.namespace)?.metadata.annotations ?? {}
    const text = Object.hasOwn(annotations, ANNOTATION) ? annotations[ANNOTATION] : undefined
    if (text === undefined) return configured.get(CLUSTER_DEFAULT) ?? {}
    try {
      return labelsOf(text)
    } catch (error) {
      if (error instanceof SelectorError)
        throw unclassifiedError(`the annotation ${ANNOTATION} of its namespace can't be read: ${error.message}`)
      throw error
    }
  }

  function check(request: AdmissionRequest, own: Labels, selector: Labels): void {
    if (Object.entries(selector).some(([key, value]) => own[key] !== undefined && own[key] !== value))
      throw podRefused(request, 'pod node label selector conflicts with its namespace node label selector')
  }

  function validate(request: AdmissionRequest): void {
    const spec = podSpecIn(request)
    if (!spec) return
    const own = spec.nodeSelector ?? {}
    check(request, own, selectorFor(request))
    const allowed = configured.get(request.namespace) ?? {}
    if (Object.keys(allowed).length > 0 && !within(own, allowed))
      throw podRefused(request, 'pod node label selector labels conflict with its namespace whitelist')
  }

  return {
    name: 'PodNodeSelector',
    operations: ['CREATE'],
    admit(request) {
      const spec = podSpecIn(request)
      if (!spec) return
      const selector = selectorFor(request)
      check(request, spec.nodeSelector ?? {}, selector)
      const merged = { ...selector, ...spec.nodeSelector }
      if (Object.keys(merged).length > 0) spec.nodeSelector = merged
      // Before the pod itself is validated.
      validate(request)
    },
    validate,
  }
}
