/** Something about releases that is unknown or not simulated here. */
export interface KnownGap {
  /** First and last minor release concerned. */
  readonly from: number
  readonly to: number
  readonly about: string
  /** What is missing, in a sentence or two; must match docs/how-to/release.md. */
  readonly text: string
}

const FACTS: readonly (readonly [from: number, to: number, about: string, text: string])[] = [
  [
    26,
    30,
    'Devices',
    'resource.orch.io/v1alpha1 and v1alpha2 are not served. Later releases removed both, and their objects could not be converted.',
  ],
  [
    31,
    31,
    'Leader election',
    'coordination.orch.io/v1alpha1 is not served. Later releases removed it, and its objects could not be converted.',
  ],
  [25, 28, 'Networks', 'ClusterCIDR of networking.orch.io/v1alpha1 is not served. Later releases removed it.'],
  [
    22,
    22,
    'Roles and behaviour',
    '1.22 was not compared with its source. What differs is taken from 1.21, 1.23 and the release notes.',
  ],
  [
    26,
    31,
    'Roles',
    'Nodes and the scheduler get no rights in resource.orch.io, also when it is on: the types of these releases are not served.',
  ],
  [
    15,
    36,
    'Events',
    'Parts of a cluster that are not simulated (volumes, devices, images, cloud providers) record no events.',
  ],
  [35, 36, 'Descriptions', 'Types added after 1.34 have no descriptions in the reference.'],
  [
    36,
    36,
    'Required fields',
    'The OpenAPI documents mark the same fields as required in 1.36 as in 1.35. A real 1.36 differs in a few (endpoints of endpoint slices, counts of disruption budgets).',
  ],
  [
    36,
    36,
    'Plugins',
    'The plugins PodGroupProtection, PodGroupWorkloadExists and JobValidation are missing. All three belong to alpha features.',
  ],
  [
    36,
    36,
    'Admission',
    'Admission policies are not read from files: ManifestBasedAdmissionControlConfig has no effect.',
  ],
  [
    35,
    36,
    'Scheduler',
    'The scheduler ignores the features that nodes declare. Only changes of running pods are checked against them.',
  ],
  [
    28,
    28,
    'Feature gates',
    'StructuredAuthenticationConfiguration had no effect in 1.28, and is an unknown name here.',
  ],
]

/** All known gaps with their releases. */
export const KNOWN_GAPS: readonly KnownGap[] = FACTS.map(([from, to, about, text]) => ({ from, to, about, text }))

/** Known gaps of a minor release. */
export const knownGaps = (release: number): readonly KnownGap[] =>
  KNOWN_GAPS.filter(({ from, to }) => from <= release && release <= to)
