/**
 * Metrics in the form of autoscaling/v2beta1 (also used in v1's annotations) and of v2. Member order follows the reference, because
 * annotations are texts.
 */
import type { Json, JsonObject } from '../../../../machinery/json'
import { asObject, defined } from '../../../conversion/parts'

type Table = Readonly<
  Record<string, { toHub: (old: JsonObject) => JsonObject; fromHub: (hub: JsonObject) => JsonObject }>
>

const metric = (name: Json | undefined, selector: Json | undefined): JsonObject => defined({ name, selector })
const target = (type: string, values: Record<string, Json | undefined>): JsonObject => defined({ type, ...values })
const part = (value: JsonObject, name: string): JsonObject => asObject(value[name]) ?? {}
/** Old versions require a value beside an average; it is zero then. */
const zero = (value: Json | undefined, other: Json | undefined): Json | undefined =>
  value === '0' && other !== undefined ? undefined : value
const reference = ({ kind, name, apiVersion }: JsonObject): JsonObject => defined({ kind, name, apiVersion })

const resource = {
  toHub: ({ name, container, targetAverageUtilization, targetAverageValue }: JsonObject) =>
    defined({
      name,
      target: target(targetAverageValue === undefined ? 'Utilization' : 'AverageValue', {
        averageUtilization: targetAverageUtilization,
        averageValue: targetAverageValue,
      }),
      container,
    }),
  fromHub: (hub: JsonObject) => {
    const { averageUtilization, averageValue } = part(hub, 'target')
    return defined({
      name: hub.name,
      targetAverageUtilization: averageUtilization,
      targetAverageValue: averageValue,
      container: hub.container,
    })
  },
}

const SPECS: Table = {
  object: {
    toHub: (old) => {
      // An omitted value is zero in the old version's struct.
      const value = zero(old.targetValue ?? '0', old.averageValue)
      return defined({
        describedObject: asObject(old.target),
        target: target(old.averageValue === undefined ? 'Value' : 'AverageValue', {
          value,
          averageValue: old.averageValue,
        }),
        metric: metric(old.metricName, old.selector),
      })
    },
    fromHub: (hub) => {
      const { value, averageValue } = part(hub, 'target')
      const { name, selector } = part(hub, 'metric')
      return defined({
        target: reference(part(hub, 'describedObject')),
        metricName: name,
        targetValue: value ?? (averageValue === undefined ? undefined : '0'),
        selector,
        averageValue,
      })
    },
  },
  pods: {
    toHub: (old) => ({
      metric: metric(old.metricName, old.selector),
      target: target('AverageValue', { averageValue: old.targetAverageValue ?? '0' }),
    }),
    fromHub: (hub) => {
      const { name, selector } = part(hub, 'metric')
      return defined({ metricName: name, targetAverageValue: part(hub, 'target').averageValue, selector })
    },
  },
  resource,
  containerResource: resource,
  external: {
    toHub: (old) => ({
      metric: metric(old.metricName, old.metricSelector),
      target: target(old.targetValue === undefined ? 'AverageValue' : 'Value', {
        value: old.targetValue,
        averageValue: old.targetAverageValue,
      }),
    }),
    fromHub: (hub) => {
      const { name, selector } = part(hub, 'metric')
      const { value, averageValue } = part(hub, 'target')
      return defined({
        metricName: name,
        metricSelector: selector,
        targetValue: value,
        targetAverageValue: averageValue,
      })
    },
  },
}

const resourceStatus = {
  toHub: ({ name, container, currentAverageUtilization, currentAverageValue }: JsonObject) =>
    defined({
      name,
      current: defined({ averageValue: currentAverageValue, averageUtilization: currentAverageUtilization }),
      container,
    }),
  fromHub: (hub: JsonObject) => {
    const { averageUtilization, averageValue } = part(hub, 'current')
    return defined({
      name: hub.name,
      currentAverageUtilization: averageUtilization,
      currentAverageValue: averageValue ?? '0',
      container: hub.container,
    })
  },
}

const STATUSES: Table = {
  object: {
    toHub: (old) =>
      defined({
        metric: metric(old.metricName, old.selector),
        // Statuses keep the zero of an omitted value, unlike specs.
        current: defined({ value: old.currentValue ?? '0', averageValue: old.averageValue }),
        describedObject: asObject(old.target),
      }),
    fromHub: (hub) => {
      const { value, averageValue } = part(hub, 'current')
      const { name, selector } = part(hub, 'metric')
      return defined({
        target: reference(part(hub, 'describedObject')),
        metricName: name,
        currentValue: value ?? '0',
        selector,
        averageValue,
      })
    },
  },
  pods: {
    toHub: (old) => ({
      metric: metric(old.metricName, old.selector),
      current: defined({ averageValue: old.currentAverageValue }),
    }),
    fromHub: (hub) => {
      const { name, selector } = part(hub, 'metric')
      return defined({ metricName: name, currentAverageValue: part(hub, 'current').averageValue ?? '0', selector })
    },
  },
  resource: resourceStatus,
  containerResource: resourceStatus,
  external: {
    toHub: (old) => ({
      metric: metric(old.metricName, old.metricSelector),
      current: defined({
        value: old.currentValue ?? '0',
        averageValue: old.currentAverageValue,
      }),
    }),
    fromHub: (hub) => {
      const { name, selector } = part(hub, 'metric')
      const { value, averageValue } = part(hub, 'current')
      return defined({
        metricName: name,
        metricSelector: selector,
        currentValue: value ?? '0',
        currentAverageValue: averageValue,
      })
    },
  },
}

const convert =
  (table: Table, direction: 'toHub' | 'fromHub') =>
  (entry: JsonObject): JsonObject => {
    const out: JsonObject = defined({ type: entry.type })
    for (const [name, source] of Object.entries(entry)) {
      const value = asObject(source)
      out[name] = value && Object.hasOwn(table, name) ? (table[name]?.[direction](value) ?? source) : source
    }
    return out
  }

/** A metric of an older version as one of the hub version. */
export const metricToHub = convert(SPECS, 'toHub')
/** A metric of the hub version as one of an older version. */
export const metricFromHub = convert(SPECS, 'fromHub')
/** The status of a metric of an older version as one of the hub version. */
export const metricStatusToHub = convert(STATUSES, 'toHub')
/** The status of a metric of the hub version as one of an older version. */
export const metricStatusFromHub = convert(STATUSES, 'fromHub')
