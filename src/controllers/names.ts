/** The names of all controllers. They are known at once, while the controllers themselves are loaded after the start. */
export const CONTROLLER_NAMES = [
  'namespace',
  'garbagecollector',
  'clusterrole-aggregation',
  'serviceaccount',
  'serviceaccount-token',
  'legacy-service-account-token-cleaner',
  'root-ca-cert-publisher',
  'csrapproving',
  'csrsigning',
  'csrcleaner',
  'bootstrapsigner',
  'tokencleaner',
  'cluster-info-publisher',
  'resourcequota',
  'pvc-protection',
  'pv-protection',
  'disruption',
  'replicaset',
  'replicationcontroller',
  'deployment',
  'daemonset',
  'statefulset',
  'job',
  'ttl-after-finished',
  'cronjob',
  'horizontalpodautoscaling',
  'podgc',
  'persistentvolume-binder',
  'simulated-provisioner',
  'attachdetach',
  'endpoint',
  'endpointslice',
  'endpointslicemirroring',
  'service',
  'simulated-ingress',
  'scheduler',
  'simulated-nodes',
  'nodelifecycle',
  'ttl',
  'stages',
  'validatingadmissionpolicy-status',
] as const

/** A controller's name, as `--controllers` uses it. */
export type ControllerName = (typeof CONTROLLER_NAMES)[number]

/** `--controllers` names an unknown controller. */
export class ControllersError extends Error {
  override readonly name = 'ControllersError'
}

/** Checks the items of `--controllers`: `*`, `name` or `-name`. Throws `ControllersError` for an unknown name. */
export function checkControllerNames(items: readonly string[]): void {
  const names: ReadonlySet<string> = new Set(CONTROLLER_NAMES)
  for (const item of items) {
    const name = item.replace(/^-/, '')
    if (name !== '*' && !names.has(name))
      throw new ControllersError(`--controllers: "${name}" is not the name of a controller`)
  }
}
