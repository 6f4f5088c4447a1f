/** What a server does differently from release to release, apart from what it serves and its feature gates. */

/** Each behaviour with the first release that has it and, where it ended, the first that has it no longer. */
const SPANS = {
  /** Answers of deprecated versions carry a Warning header, their audit events an annotation, and a gauge counts them. */
  deprecationWarnings: { since: 19 },
  /** Entries of managed fields name the subresource that wrote. */
  managedFieldsSubresource: { since: 22 },
  /** Ownership entries drop a list, set or map with its last member; merged lists follow the order of the intent. */
  preciseOwnership: { since: 25 },
  /** A write through `/scale` is recorded as one of the object that is scaled. */
  scaleOwnership: { since: 21 },
  /** `metadata.selfLink` is filled in. */
  selfLink: { since: 0, removed: 20 },
  /** `/livez` and `/readyz`, and each of their checks by name; `/healthz` is deprecated from then on. */
  livezAndReadyz: { since: 16 },
  /** `Impersonate-Uid` is understood. */
  impersonateUid: { since: 22 },
  /** Objects merged by field ownership (before, the gate was off by default). */
  listTypes: { since: 16 },
  /** Writes take the parameter `fieldValidation`, whether or not the feature is on. */
  fieldValidationOption: { since: 23 },
  /** A merge patch that can't be read is a bad request (before, the failure had no reason). */
  mergePatchesJudged: { since: 23 },
  /** Names of callback clients may carry a port. */
  callbackPorts: { since: 16 },
  /** Rejections by callbacks are counted. */
  callbackRejectionMetric: { since: 16 },
  /** Evictions are of policy/v1. */
  evictionV1: { since: 22 },
  /** Every namespace has the label `orch.io/metadata.name`. */
  namespaceNameLabel: { since: 21 },
  /** Security policies of pods exist, and a plugin that checks them. */
  podSecurityPolicy: { since: 0, removed: 25 },
  /** /openapi/v3 exists, unless its gate is off. */
  openapiV3: { since: 23 },
} as const

export type Behaviour = keyof typeof SPANS

export const BEHAVIOURS = Object.keys(SPANS) as Behaviour[]

/** Whether a release behaves so. */
export function behaves(behaviour: Behaviour, release: number): boolean {
  const span: { since: number; removed?: number } = SPANS[behaviour]
  return span.since <= release && (span.removed === undefined || release < span.removed)
}

/** Admission plugins that are on by default, with the release that switched them on; the rest always were. */
const PLUGINS: readonly (readonly [name: string, since: number, gate?: string])[] = [
  ['CertificateApproval', 18],
  ['CertificateSigning', 18],
  ['CertificateSubjectRestriction', 18],
  ['DefaultIngressClass', 18],
  ['DefaultStorageClass', 0],
  ['DefaultTolerationSeconds', 0],
  ['LimitRanger', 0],
  ['MutatingAdmissionWebhook', 0],
  ['NamespaceLifecycle', 0],
  ['PersistentVolumeClaimResize', 0],
  ['PodSecurity', 22, 'PodSecurity'],
  ['Priority', 0],
  ['ResourceQuota', 0],
  ['RuntimeClass', 16],
  ['ServiceAccount', 0],
  ['StorageObjectInUseProtection', 0, 'StorageObjectInUseProtection'],
  ['TaintNodesByCondition', 0],
  ['ValidatingAdmissionWebhook', 0],
]

/** The admission plugins that a release switches on by itself (admission document, "Plugins enabled by default"). */
export const defaultPlugins = (release: number, feature: (name: string) => boolean): string[] =>
  PLUGINS.filter(([, since, gate]) => since <= release && (gate === undefined || feature(gate))).map(([name]) => name)
