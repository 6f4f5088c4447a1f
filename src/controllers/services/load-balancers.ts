import { SERVICES } from '../../client/core-targets'
import { hasVersion } from '../../api/releases/resources'
import type { Target } from '../../client/targets'
import type { ApiObject } from '../../machinery/object'
import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerCache } from '../watched-cache'
import type { ControllerDeps, ControllerRow } from '../controllers'
import { runNamed, undefinedIfGone } from '../kit'
import { roleFor } from '../../life/roles'
import { eventRecorder } from '../workloads/events'
import { serviceOf } from './backends'

const NETWORKING = 'networking.orch.io'

/** Networks reserved for documentation: no real host has these addresses. */
const BALANCERS = '203.0.113'
const INGRESS_PROXY = '198.51.100.1'

const addressesIn = (object: ApiObject): string[] =>
  (serviceOf(object).status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => (ip ? [ip] : []))

/** The first load-balancer address that no cached service has; past 254 they repeat. */
function freeAddress(services: ControllerCache | undefined): string {
  const taken = new Set((services?.list() ?? []).flatMap(addressesIn))
  for (let i = 1; i < 255; i++) if (!taken.has(`${BALANCERS}.${i}`)) return `${BALANCERS}.${i}`
  return `${BALANCERS}.254`
}

async function setAddress({ client }: ControllerDeps, target: Target, { metadata }: ApiObject, ip: string | undefined) {
  const patch = { metadata: { uid: metadata.uid }, status: { loadBalancer: { ingress: ip ? [{ ip }] : null } } }
  const at = { ...target, namespace: metadata.namespace }
  await undefinedIfGone(client.patch(at, metadata.name ?? '', 'merge', patch, { subresource: 'status' }))
}

/** Gives services of type LoadBalancer an address, as a cloud's controller would. Nothing listens there. */
export const loadBalancers: ControllerRow = {
  name: 'service',
  defaultOn: 'with-nodes',
  account: 'service-controller',
  needs: ['v1/services'],
  start(deps) {
    const events = eventRecorder(deps, 'service-controller', { apiVersion: 'v1', kind: 'Service' })
    return runNamed(deps, 'service', {
      // One at a time, so that no two services get the same address.
      workers: 1,
      watches: [{ target: SERVICES, keys: (service) => [keyOf(service)] }],
      async reconcile(key, [services]) {
        const { namespace, name } = splitKey(key)
        const service = services?.get(namespace, name)
        if (!service || service.metadata.deletionTimestamp) return
        const { type, loadBalancerIP, loadBalancerClass } = serviceOf(service).spec ?? {}
        const wanted = type === 'LoadBalancer' && !loadBalancerClass
        const [present] = addressesIn(service)
        if (wanted === (present !== undefined) && (!wanted || !loadBalancerIP || loadBalancerIP === present)) return
        if (!wanted) return setAddress(deps, SERVICES, service, undefined)
        await events(service, 'Normal', 'EnsuringLoadBalancer', 'Ensuring load balancer')
        await setAddress(deps, SERVICES, service, loadBalancerIP || freeAddress(services))
        await events(service, 'Normal', 'EnsuredLoadBalancer', 'Ensured load balancer')
      },
    })
  },
}

/** Gives every ingress an address, as an ingress controller would. Nothing listens there. */
export const ingressAddresses: ControllerRow = {
  name: 'simulated-ingress',
  defaultOn: 'with-nodes',
  account: 'simulated-ingress',
  needs: [`${NETWORKING}/*/ingresses`],
  roles: roleFor('simulated-ingress', [
    { verbs: ['get', 'list', 'watch'], apiGroups: [NETWORKING], resources: ['ingresses'] },
    { verbs: ['patch', 'update'], apiGroups: [NETWORKING], resources: ['ingresses/status'] },
  ]),
  start(deps) {
    const version = hasVersion(NETWORKING, 'ingresses', 'v1', deps.release) ? 'v1' : 'v1beta1'
    const ingresses: Target = { group: NETWORKING, version, resource: 'ingresses' }
    return runNamed(deps, 'simulated-ingress', {
      watches: [{ target: ingresses, keys: (ingress) => [keyOf(ingress)] }],
      async reconcile(key, [all]) {
        const { namespace, name } = splitKey(key)
        const ingress = all?.get(namespace, name)
        if (!ingress || ingress.metadata.deletionTimestamp || addressesIn(ingress).length > 0) return
        // All ingresses share one address, as they would with one proxy.
        await setAddress(deps, ingresses, ingress, INGRESS_PROXY)
      },
    })
  },
}
