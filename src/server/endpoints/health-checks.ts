import type { Clock } from '../../machinery/clock'
import type { Catalogue } from '../../registry/catalogue'
import type { Store } from '../../store/store'
import { Health, type HealthCheck } from './health'

interface Parts {
  readonly store: Store
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly livezGraceMs: number
  /** Whether the start state exists and the controllers are running. */
  readonly started: () => boolean
  readonly stopping: () => boolean
}

/** The table of all checks; each tests the part that it is named after. */
export function createHealth({ store, clock, catalogue, livezGraceMs, started, stopping }: Parts): Health {
  const afterStart = (): string | undefined => (started() ? undefined : 'not finished')
  const checks: HealthCheck[] = [
    { name: 'ping', check: () => undefined },
    { name: 'log', check: () => undefined },
    { name: 'etcd', check: () => store.fault()?.message },
    {
      name: 'informer-sync',
      check: () => (catalogue.types().length > 0 ? undefined : 'no resource is served'),
      on: ['readyz'],
    },
    ...[
      'poststarthook/start-orch-apiserver-admission-initializer',
      'poststarthook/generic-apiserver-start-informers',
      'poststarthook/priority-and-fairness-config-consumer',
      'poststarthook/priority-and-fairness-filter',
      'poststarthook/start-apiextensions-informers',
      'poststarthook/start-apiextensions-controllers',
      'poststarthook/crd-informer-synced',
      'poststarthook/bootstrap-controller',
      'poststarthook/rbac/bootstrap-roles',
      'poststarthook/scheduling/bootstrap-system-priority-classes',
      'poststarthook/priority-and-fairness-config-producer',
      'poststarthook/start-cluster-authentication-info-controller',
      'poststarthook/start-kube-aggregator-informers',
      'poststarthook/apiservice-registration-controller',
      'poststarthook/apiservice-status-available-controller',
      'poststarthook/orch-apiserver-autoregistration',
      'autoregister-completion',
      'poststarthook/apiservice-openapi-controller',
    ].map((name): HealthCheck => ({ name, check: afterStart })),
    { name: 'shutdown', check: () => (stopping() ? 'the process is shutting down' : undefined), on: ['readyz'] },
  ]
  return new Health(checks, clock, clock.now(), livezGraceMs)
}
