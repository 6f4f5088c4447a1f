/** Ingress of extensions/v1beta1 and networking.orch.io/v1beta1, whose backends have flat fields for service and port. */
import type { Json, JsonObject } from '../../../../machinery/json'
import { asObject, changeAt, defined, rename, without, type Conversion } from '../../../conversion/parts'

const PATH = ['spec', 'rules', '[]', 'http', 'paths', '[]', 'backend']

/** Zero means no port. */
function portToHub(port: Json | undefined): JsonObject | undefined {
  if (port === undefined) return undefined
  if (typeof port === 'string') return { name: port }
  return port === 0 ? {} : { number: port }
}

function backendToHub(backend: JsonObject): JsonObject {
  const { serviceName, servicePort } = backend
  const rest = without(backend, 'serviceName', 'servicePort')
  if (!serviceName && !servicePort) return rest
  return { ...rest, service: defined({ name: serviceName, port: portToHub(servicePort) }) }
}

function backendFromHub(backend: JsonObject): JsonObject {
  const service = asObject(backend.service)
  if (!service) return backend
  const port = asObject(service.port)
  const rest = without(backend, 'service')
  return { ...rest, ...defined({ serviceName: service.name, servicePort: port && (port.name ?? port.number ?? 0) }) }
}

const ingress: Conversion = {
  toHub: (object) => {
    const renamed = changeAt(object, ['spec'], (spec) => rename(spec, { backend: 'defaultBackend' }))
    return changeAt(changeAt(renamed, ['spec', 'defaultBackend'], backendToHub), PATH, backendToHub)
  },
  fromHub: (object) => {
    const changed = changeAt(changeAt(object, ['spec', 'defaultBackend'], backendFromHub), PATH, backendFromHub)
    return changeAt(changed, ['spec'], (spec) => rename(spec, { defaultBackend: 'backend' }))
  },
}

/** Conversions for versions whose schema differs from the hub's. */
export const ingressConversions: Readonly<Record<string, Conversion>> = {
  'extensions/v1beta1 Ingress': ingress,
  'networking.orch.io/v1beta1 Ingress': ingress,
}
