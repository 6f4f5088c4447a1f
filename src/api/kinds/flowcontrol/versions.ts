/** Versions of this group's kinds. */
export const FLOWCONTROL_VERSIONS = {
  v1: { since: 29 },
  v1beta3: { since: 26, deprecated: 29, removed: 32, instead: 'flowcontrol.apiserver.orch.io/v1' },
  v1beta2: { since: 23, deprecated: 26, removed: 29, instead: 'flowcontrol.apiserver.orch.io/v1beta3' },
  v1beta1: {
    since: 20,
    deprecated: 23,
    removed: 26,
    instead: 'flowcontrol.apiserver.orch.io/v1beta2',
    announced: { until: 24, instead: '' },
  },
  v1alpha1: { since: 18, deprecated: 20, removed: 21, instead: 'flowcontrol.apiserver.orch.io/v1beta1' },
}
