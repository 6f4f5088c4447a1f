/** RuntimeClass of node.orch.io/v1alpha1, which has all fields in a spec. */
import { isObject } from '../../../../machinery/json'
import { defined, rename, type Conversion } from '../../../conversion/parts'

const NAMES = { runtimeHandler: 'handler' }

const runtimeClassAlpha: Conversion = {
  toHub: (object) => {
    if (!isObject(object.spec)) return object
    const { spec, ...rest } = object
    return { ...rest, ...rename(spec, NAMES) }
  },
  fromHub: (object) => {
    const { handler, overhead, scheduling, ...rest } = object
    const spec = defined({
      runtimeHandler: handler as string | undefined,
      overhead: isObject(overhead) ? overhead : undefined,
      scheduling: isObject(scheduling) ? scheduling : undefined,
    })
    return Object.keys(spec).length > 0 ? { ...rest, spec } : rest
  },
}

/** Conversions for versions whose schema differs from the hub's. */
export const runtimeClassConversions: Readonly<Record<string, Conversion>> = {
  'node.orch.io/v1alpha1 RuntimeClass': runtimeClassAlpha,
}
