/** A webhook of the catalogue with the equivalent policy. */
export interface Pair {
  /** Id in the catalogue of webhooks. */
  readonly webhook: string
  /** Id in the catalogue of policies; absent if none is equivalent. */
  readonly policy?: string
  /** Differences, or why there is no equivalent. */
  readonly note?: string
}

/** Every webhook of the catalogue with its policy. */
export const PAIRS: readonly Pair[] = [
  { webhook: 'latest', policy: 'no-latest', note: 'The webhook also warns about images without a digest.' },
  { webhook: 'registries', policy: 'trusted-registry' },
  { webhook: 'digests', policy: 'image-digests' },
  { webhook: 'pull-always', policy: 'pull-always' },
  { webhook: 'privileged', policy: 'no-privileged' },
  { webhook: 'non-root', policy: 'run-as-non-root' },
  { webhook: 'host-namespaces', policy: 'no-host-network' },
  { webhook: 'host-path', policy: 'no-host-path' },
  { webhook: 'capabilities', policy: 'allowed-capabilities' },
  { webhook: 'no-token', policy: 'no-token' },
  { webhook: 'sidecar', policy: 'add-sidecar' },
  { webhook: 'resources', policy: 'limits-required', note: 'The webhook also checks requests.' },
  { webhook: 'default-requests', policy: 'default-requests' },
  { webhook: 'probes', policy: 'readiness-probes' },
  { webhook: 'replicas', policy: 'replicas-by-environment' },
  {
    webhook: 'spread',
    note: 'No policy here does this. A mutating policy could: topologySpreadConstraints in an apply configuration.',
  },
  { webhook: 'labels', policy: 'team-label' },
  { webhook: 'creator', policy: 'record-creator' },
  { webhook: 'namespace-names', policy: 'name-pattern' },
  { webhook: 'load-balancers', policy: 'no-load-balancer' },
  { webhook: 'ingress-hosts', policy: 'ingress-hosts' },
  { webhook: 'wildcards', policy: 'no-wildcards' },
  { webhook: 'production', policy: 'keepers-delete' },
  { webhook: 'config-size', policy: 'config-size', note: 'A policy refuses, warns or audits as its binding says.' },
]
