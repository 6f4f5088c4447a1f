import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clone, equal, isObject, type JsonObject } from '../../machinery/json'
import { apiVersionOf, type ApiObject } from '../../machinery/object'
import { RESOURCES } from '../releases/resources'
import { LAST_RELEASE } from '../releases/rows'
import { schemaOf, typeOfKind } from '../types'
import { readTyped } from '../walk'
import { CURRENT_METRICS } from '../kinds/autoscaling/horizontal-pod-autoscaler/older-forms'
import { objectsOf, type Shape } from './arbitrary-objects.testing'
import { convertFromHub, convertToHub, hubOf } from './convert'

const SCHEMAS = [
  { type: 'object' },
  {
    type: 'object',
    properties: { a: { type: 'string', 'x-orch-list-type': 'set' }, b: { type: 'array', items: { nullable: true } } },
  },
]

/** What validation demands of objects, where it matters to whether another version can say it. */
const groups = (...of: readonly (readonly string[])[][]) => of.flat()
const shape: Shape = {
  words: { kind: ['User', 'Group', 'ServiceAccount'] },
  made: {
    // A target has one value, of the type that says so; an object's value or average.
    'autoscaling.v2.MetricTarget': fc.constantFrom({ type: 'AverageValue', averageValue: '3' }),
    'autoscaling.v2beta2.MetricTarget': fc.constantFrom({ type: 'AverageValue', averageValue: '3' }),
    'autoscaling.v2.MetricValueStatus': fc.constantFrom({ averageValue: '3' }),
    'autoscaling.v2beta2.MetricValueStatus': fc.constantFrom({ averageValue: '3' }),
    'extensions.apis.apiextensions.v1.JSONSchemaProps': fc.constantFrom(...SCHEMAS),
    'extensions.apis.apiextensions.v1beta1.JSONSchemaProps': fc.constantFrom(...SCHEMAS),
    'autoscaling.v2.MetricSpec': fc.constantFrom(
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '2' } } },
      { type: 'Resource', resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 60 } } },
      {
        type: 'ContainerResource',
        containerResource: { name: 'cpu', container: 'c', target: { type: 'Utilization', averageUtilization: 7 } },
      },
      {
        type: 'Pods',
        pods: {
          metric: { name: 'n', selector: { matchLabels: { a: 'b' } } },
          target: { type: 'AverageValue', averageValue: '1k' },
        },
      },
      {
        type: 'Object',
        object: {
          metric: { name: 'n' },
          describedObject: { kind: 'Service', name: 's', apiVersion: 'v1' },
          target: { type: 'Value', value: '3' },
        },
      },
      {
        type: 'Object',
        object: {
          metric: { name: 'n' },
          describedObject: { kind: 'Service', name: 's' },
          target: { type: 'AverageValue', averageValue: '3' },
        },
      },
      {
        type: 'External',
        external: {
          metric: { name: 'n', selector: { matchLabels: { a: 'b' } } },
          target: { type: 'Value', value: '3' },
        },
      },
      { type: 'External', external: { metric: { name: 'n' }, target: { type: 'AverageValue', averageValue: '3' } } },
    ),
    // A port has a name or a number.
    'networking.v1.ServiceBackendPort': fc.constantFrom({ name: 'web' }, { number: 80 }),
  },
  exclusive: {
    // A backend is a service or a resource, in every version.
    'networking.v1.IngressBackend': groups([['service'], ['resource']]),
    'networking.v1.IngressServiceBackend': groups([['name', 'port']]),
    'networking.v1beta1.IngressBackend': groups([['serviceName', 'servicePort'], ['resource']]),
    'extensions.v1beta1.IngressBackend': groups([['serviceName', 'servicePort'], ['resource']]),
    'autoscaling.v2beta1.ResourceMetricSource': groups([
      ['name', 'targetAverageUtilization'],
      ['name', 'targetAverageValue'],
    ]),
    'autoscaling.v2beta1.ContainerResourceMetricSource': groups([
      ['name', 'targetAverageUtilization'],
      ['name', 'targetAverageValue'],
    ]),
    'autoscaling.v2beta1.PodsMetricSource': groups([['metricName', 'targetAverageValue']]),
    'autoscaling.v2beta1.PodsMetricStatus': groups([['metricName', 'currentAverageValue']]),
    'autoscaling.v2beta1.ResourceMetricStatus': groups([['name', 'currentAverageValue', 'currentAverageUtilization']]),
    'autoscaling.v2beta1.ContainerResourceMetricStatus': groups([
      ['name', 'currentAverageValue', 'currentAverageUtilization'],
    ]),
    'autoscaling.v2beta1.ObjectMetricSource': groups([['target', 'metricName', 'targetValue']]),
    'autoscaling.v2beta1.ObjectMetricStatus': groups([['target', 'metricName', 'currentValue']]),
    'autoscaling.v2beta1.ExternalMetricSource': groups([
      ['metricName', 'targetValue'],
      ['metricName', 'targetAverageValue'],
    ]),
    'autoscaling.v2beta1.ExternalMetricStatus': groups([['metricName', 'currentValue']]),
    'autoscaling.v2.PodsMetricSource': groups([['metric', 'target']]),
    'autoscaling.v2.PodsMetricStatus': groups([['metric', 'current']]),
    'autoscaling.v2.ObjectMetricSource': groups([['metric', 'target', 'describedObject']]),
    'autoscaling.v2.ObjectMetricStatus': groups([['metric', 'current', 'describedObject']]),
    'autoscaling.v2.ExternalMetricSource': groups([['metric', 'target']]),
    'autoscaling.v2.ExternalMetricStatus': groups([['metric', 'current']]),
    'autoscaling.v2.ResourceMetricSource': groups([['name', 'target']]),
    'autoscaling.v2.ResourceMetricStatus': groups([['name', 'current']]),
    'autoscaling.v2.ContainerResourceMetricSource': groups([['name', 'container', 'target']]),
    'autoscaling.v2.ContainerResourceMetricStatus': groups([['name', 'container', 'current']]),
    'autoscaling.v2.MetricIdentifier': groups([['name']]),
    'autoscaling.v2.CrossVersionObjectReference': groups([['kind', 'name']]),
    // An account has no group, people do.
    'extensions.apis.apiextensions.v1beta1.CustomResourceDefinitionSpec': groups([
      ['version', 'validation', 'subresources', 'additionalPrinterColumns'],
      ['version'],
    ]),
    'rbac.v1alpha1.Subject': groups([['kind', 'name', 'apiVersion']]),
    'rbac.v1.Subject': groups([['kind', 'name', 'apiGroup']]),
    'flowcontrol.v1beta2.LimitedPriorityLevelConfiguration': groups([['assuredConcurrencyShares']]),
  },
  omit: new Set(['extensions.apis.apiextensions.v1beta1.CustomResourceDefinitionSpec.versions']),
}

interface Pair {
  readonly name: string
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly type: string
  readonly hubType: string
  readonly hub: { group: string; version: string; kind: string }
  /** The last release that has both: what later ones add, an older version need not carry. */
  readonly release: number
}

const pairs: Pair[] = RESOURCES.flatMap(({ group, resource, kind, versions }) => {
  const hub = hubOf(group, resource)
  return Object.entries(versions)
    .filter(([version]) => apiVersionOf({ group, version }) !== apiVersionOf(hub))
    .map(([version, { removed = LAST_RELEASE + 1 }]) => ({
      release: Math.min(removed, LAST_RELEASE + 1) - 1,
      hubSince: versions[hub.version]?.since ?? 0,
      name: `${apiVersionOf({ group, version })} ${kind}`,
      group,
      version,
      kind,
      hub,
      type: typeOfKind(apiVersionOf({ group, version }), kind) ?? '',
      hubType: typeOfKind(apiVersionOf(hub), kind) ?? '',
    }))
    .filter(({ hubSince, release }) => hubSince <= release)
})

/** What the API means to be the same: the canonical value, lists in whose order nothing lies sorted. */
function meaning(
  object: ApiObject,
  type: string,
  release: number,
  tidy: (object: JsonObject) => void = () => undefined,
): unknown {
  const schema = schemaOf(type, release)
  if (!schema) throw new Error(`no type ${type}`)
  const { value, unknown, errors } = readTyped(clone(object), schema)
  expect({ unknown, errors }).toEqual({ unknown: [], errors: [] })
  tidy(value as JsonObject)
  return prune(value)
}

/** Without empty structs: a version that flattens a struct can't tell it from none. */
function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune)
  if (!isObject(value)) return value
  const kept = Object.entries(value)
    .map(([key, member]) => [key, prune(member)] as const)
    .filter(([, member]) => !(isObject(member) && Object.keys(member).length === 0))
  return Object.fromEntries(kept)
}

const part = (object: JsonObject, ...path: string[]): JsonObject | undefined => {
  let value: unknown = object
  for (const step of path) value = isObject(value) ? value[step] : undefined
  return isObject(value) ? value : undefined
}

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort()) : member,
  )

const isCpuTarget = (metric: unknown): boolean =>
  isObject(metric) &&
  isObject(metric.resource) &&
  metric.type === 'Resource' &&
  metric.resource.name === 'cpu' &&
  isObject(metric.resource.target) &&
  metric.resource.target.averageUtilization !== undefined

/** Older versions can't tell a current value of zero from none. */
function noZeroValues(object: JsonObject): void {
  const metrics = part(object, 'status')?.currentMetrics
  for (const metric of Array.isArray(metrics) ? metrics : [])
    for (const source of isObject(metric) ? [metric.object, metric.external] : []) {
      const current = isObject(source) && source.current
      if (isObject(current) && current.value === '0') delete current.value
    }
}

/** What reading through the other version is known to add, to lose, or to order otherwise. */
const TIDY: Readonly<Record<string, (object: JsonObject) => void>> = {
  // v1 has one field for the CPU's utilization: further targets are lost, and the first comes last.
  'autoscaling/v1 HorizontalPodAutoscaler': (object) => {
    const spec = part(object, 'spec')
    if (spec && Array.isArray(spec.metrics)) {
      const first = spec.metrics.findIndex(isCpuTarget)
      spec.metrics = spec.metrics
        .filter((metric, i) => i === first || !isCpuTarget(metric))
        .sort((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1))
    }
    noReplicas(object)
    noZeroValues(object)
    // What v1 says about the CPU is repeated with its raw value.
    const metadata = part(object, 'metadata')
    const annotations = part(object, 'metadata', 'annotations')
    if (!metadata || !annotations) return
    delete annotations[CURRENT_METRICS]
    if (Object.keys(annotations).length === 0) delete metadata.annotations
  },
  'autoscaling/v2beta1 HorizontalPodAutoscaler': (object) => {
    noReplicas(object)
    noZeroValues(object)
  },
  'autoscaling/v2beta2 HorizontalPodAutoscaler': noReplicas,
  // The name of the node is repeated as a topology entry.
  'discovery.orch.io/v1beta1 EndpointSlice': (object) => {
    for (const endpoint of Array.isArray(object.endpoints) ? object.endpoints : []) {
      if (!isObject(endpoint)) continue
      const topology = endpoint.topology ?? endpoint.deprecatedTopology
      if (isObject(topology) && topology['orch.io/hostname'] === endpoint.nodeName) delete topology['orch.io/hostname']
    }
  },
  // The one version that `version` names is listed, too; whether unknown fields are kept is always said.
  'apiextensions.orch.io/v1beta1 CustomResourceDefinition': (object) => {
    const spec = part(object, 'spec')
    if (spec?.preserveUnknownFields === false) delete spec.preserveUnknownFields
    if (spec && equal(spec.versions, [{ name: spec.version, served: true, storage: true }])) delete spec.versions
  },
  // A group is implied by the kind of subject, its version by this one.
  'rbac.authorization.orch.io/v1alpha1 RoleBinding': subjects,
  'rbac.authorization.orch.io/v1alpha1 ClusterRoleBinding': subjects,
}
/** Answers say that there are none, whether or not it is stored. */
function noReplicas(object: JsonObject): void {
  const status = part(object, 'status')
  if (status?.currentReplicas === 0) delete status.currentReplicas
  if (status && Object.keys(status).length === 0) delete object.status
}
function subjects(object: JsonObject): void {
  for (const subject of Array.isArray(object.subjects) ? object.subjects : [])
    if (isObject(subject)) {
      delete subject.apiVersion
      delete subject.apiGroup
    }
}

const RUNS = { numRuns: 60 }

describe('every version and its hub', () => {
  it('are as many as there are versions', () => {
    expect(pairs.length).toBeGreaterThan(55)
    expect(pairs.every(({ type, hubType }) => type !== '' && hubType !== '')).toBe(true)
  })

  it.each(pairs)('$name goes to the hub and back', ({ name, group, version, kind, type, hubType, hub, release }) => {
    fc.assert(
      fc.property(objectsOf(type, shape, release), (content) => {
        const object = { apiVersion: apiVersionOf({ group, version }), kind, ...content } as ApiObject
        const before = clone(object)
        const asHub = convertToHub(object, group, version, kind)
        expect(object).toEqual(before)
        expect(asHub).toMatchObject({ apiVersion: apiVersionOf(hub), kind })
        meaning(asHub, hubType, release)
        const back = convertFromHub(asHub, group, version, kind)
        expect(meaning(back, type, release, TIDY[name])).toEqual(meaning(object, type, release, TIDY[name]))
      }),
      RUNS,
    )
  })

  it.each(pairs)(
    '$name carries everything of the hub',
    ({ name, group, version, kind, type, hubType, hub, release }) => {
      fc.assert(
        fc.property(objectsOf(hubType, shape, release), (content) => {
          const object = { apiVersion: apiVersionOf(hub), kind, ...content } as ApiObject
          const before = clone(object)
          const there = convertFromHub(object, group, version, kind)
          expect(object).toEqual(before)
          expect(there).toMatchObject({ apiVersion: apiVersionOf({ group, version }), kind })
          meaning(there, type, release)
          const back = convertToHub(there, group, version, kind)
          expect(meaning(back, hubType, release, TIDY[name])).toEqual(meaning(object, hubType, release, TIDY[name]))
        }),
        RUNS,
      )
    },
  )

  it('keep the value that was last set through either of two versions', () => {
    const v1 = {
      apiVersion: 'autoscaling/v1',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'a' },
      spec: { maxReplicas: 3, targetCPUUtilizationPercentage: 55 },
    }
    const hub = convertToHub(v1, 'autoscaling', 'v1', 'HorizontalPodAutoscaler')
    expect(equal(convertFromHub(hub, 'autoscaling', 'v1', 'HorizontalPodAutoscaler'), v1)).toBe(true)
  })
})
