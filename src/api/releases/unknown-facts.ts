/** Something about releases that is not known or not simulated here. */
export interface UnknownFact {
  /** The first and the last minor release that it is about. */
  readonly from: number
  readonly to: number
  readonly about: string
  /** What is missing, in a sentence or two; docs/how-to/release.md has the same. */
  readonly text: string
}

const FACTS: readonly (readonly [from: number, to: number, about: string, text: string])[] = [
  [
    26,
    30,
    'Devices',
    'resource.orch.io/v1alpha1 and v1alpha2 are not served: they were withdrawn with their form, and nothing of them could be converted.',
  ],
  [
    31,
    31,
    'Leader election',
    'coordination.orch.io/v1alpha1 is not served: it was withdrawn with its form, and nothing of it could be converted.',
  ],
  [25, 28, 'Networks', 'ClusterCIDR of networking.orch.io/v1alpha1 is not served: it was withdrawn.'],
  [
    22,
    22,
    'Roles and behaviour',
    'The source of 1.22 was not seen: what differs there is dated by its neighbours and the release notes.',
  ],
  [
    24,
    24,
    'Feature gates',
    'The source of 1.24 was seen only before its release: stages of gates there are dated by its neighbours and the release notes.',
  ],
  [
    26,
    31,
    'Roles',
    'Nodes and the scheduler get no rights at resource.orch.io where it is switched on: the types of that time are not served.',
  ],
  [
    15,
    36,
    'Events',
    'What the parts of a cluster say that are not simulated (volumes, devices, images, cloud providers) is not said here either.',
  ],
  [35, 36, 'Descriptions', 'Types that came after 1.34 have no descriptions.'],
  [
    36,
    36,
    'Required fields',
    'Which fields 1.36 calls required in its OpenAPI documents, other than 1.35 did, is not told apart (endpoints of endpoint slices, counts of disruption budgets).',
  ],
  [
    36,
    36,
    'Plugins',
    'PodGroupProtection, PodGroupWorkloadExists and JobValidation, all of alpha features, are missing.',
  ],
  [32, 36, 'Endpoints', '/flagz and /statusz are not served, whatever their gates say.'],
  [
    33,
    36,
    'Validation',
    'Addresses and networks are checked as in earlier releases: StrictIPCIDRValidation has no effect.',
  ],
  [36, 36, 'Admission', 'Policies are not read from files: ManifestBasedAdmissionControlConfig has no effect.'],
  [
    35,
    36,
    'Scheduler',
    'Nodes declare features, and changes of running pods are held against them; the scheduler does not look at what nodes declare.',
  ],
  [
    28,
    28,
    'Feature gates',
    'StructuredAuthenticationConfiguration was a name without a part in 1.28, and is unknown here.',
  ],
  [30, 31, 'Feature gates', 'MutatingAdmissionPolicy was a name without a part in 1.30 and 1.31, and is unknown here.'],
]

/** All that is known to be missing, each with the releases that it is about. */
export const UNKNOWN_FACTS: readonly UnknownFact[] = FACTS.map(([from, to, about, text]) => ({ from, to, about, text }))

/** What is missing of one minor release. */
export const unknownFacts = (release: number): readonly UnknownFact[] =>
  UNKNOWN_FACTS.filter(({ from, to }) => from <= release && release <= to)
