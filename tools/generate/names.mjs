// Names of the published packages → names of this project, by explicit maps.

/** Folder of a package → prefix of our type names. Other folders are left out. */
export const MODULES = {
  'admissionregistration/v1': 'admissionregistration.v1',
  'admissionregistration/v1beta1': 'admissionregistration.v1beta1',
  'apiextensions/v1': 'extensions.apis.apiextensions.v1',
  'apiextensions/v1beta1': 'extensions.apis.apiextensions.v1beta1',
  'apiserverinternal/v1alpha1': 'apiserverinternal.v1alpha1',
  'apps/v1': 'apps.v1',
  'apps/v1beta1': 'apps.v1beta1',
  'apps/v1beta2': 'apps.v1beta2',
  'authentication/v1': 'authentication.v1',
  'authentication/v1beta1': 'authentication.v1beta1',
  'authorization/v1': 'authorization.v1',
  'authorization/v1beta1': 'authorization.v1beta1',
  'autoscaling/v1': 'autoscaling.v1',
  'autoscaling/v2': 'autoscaling.v2',
  'autoscaling/v2beta1': 'autoscaling.v2beta1',
  'autoscaling/v2beta2': 'autoscaling.v2beta2',
  'batch/v1': 'batch.v1',
  'batch/v1beta1': 'batch.v1beta1',
  'batch/v2alpha1': 'batch.v2alpha1',
  'certificates/v1': 'certificates.v1',
  'certificates/v1beta1': 'certificates.v1beta1',
  'coordination/v1': 'coordination.v1',
  'coordination/v1beta1': 'coordination.v1beta1',
  'core/v1': 'core.v1',
  'discovery/v1': 'discovery.v1',
  'discovery/v1beta1': 'discovery.v1beta1',
  'events/v1': 'events.v1',
  'events/v1beta1': 'events.v1beta1',
  'extensions/v1beta1': 'extensions.v1beta1',
  'flowcontrol/v1alpha1': 'flowcontrol.v1alpha1',
  'flowcontrol/v1beta1': 'flowcontrol.v1beta1',
  'flowcontrol/v1beta2': 'flowcontrol.v1beta2',
  'flowcontrol/v1beta3': 'flowcontrol.v1beta3',
  'meta/v1': 'machinery.apis.meta.v1',
  'networking/v1': 'networking.v1',
  'networking/v1beta1': 'networking.v1beta1',
  'node/v1': 'node.v1',
  'node/v1alpha1': 'node.v1alpha1',
  'node/v1beta1': 'node.v1beta1',
  'policy/v1': 'policy.v1',
  'policy/v1beta1': 'policy.v1beta1',
  'rbac/v1': 'rbac.v1',
  'rbac/v1alpha1': 'rbac.v1alpha1',
  'rbac/v1beta1': 'rbac.v1beta1',
  'scheduling/v1': 'scheduling.v1',
  'scheduling/v1alpha1': 'scheduling.v1alpha1',
  'scheduling/v1beta1': 'scheduling.v1beta1',
  'storage/v1': 'storage.v1',
  'storage/v1alpha1': 'storage.v1alpha1',
  'storage/v1beta1': 'storage.v1beta1',
}

const DOMAIN = '.k8s.io'
const GROUPS = [
  'admissionregistration',
  'apiextensions',
  'authentication',
  'authorization',
  'certificates',
  'coordination',
  'discovery',
  'events',
  'flowcontrol.apiserver',
  'internal.apiserver',
  'networking',
  'node',
  'rbac.authorization',
  'scheduling',
  'storage',
  'meta',
]
const OWN_GROUPS = new Set(['apps', 'autoscaling', 'batch', 'extensions', 'policy'])

/** `apps/v1` stays, `node.<domain>/v1` becomes `node.orch.io/v1`; anything else is an error. */
export function renameApiVersion(text) {
  const [group, version] = text.split('/')
  if (version === undefined || OWN_GROUPS.has(group)) return text
  const name = group.slice(0, -DOMAIN.length)
  if (!group.endsWith(DOMAIN) || !GROUPS.includes(name)) throw new Error(`unknown group ${group}`)
  return `${name}.orch.io/${version}`
}

const words = [
  [
    /\s*(?:More info|See|see|See also|Read more|For more info\w*|Details)[:,]?(?: (?:at|on|about|see|the|this)\b)*[^.]*?https?:\/\/\S+/g,
    '',
  ],
  [/\(?https?:\/\/\S*(?:k8s|kubernetes)\S*\)?/g, ''],
  [/x-kubernetes-/g, 'x-orch-'],
  [/\bkubectl\.kubernetes\.io/g, 'orchctl.orch.io'],
  [/\bkube-apiserver-client-kubelet\b/g, 'orch-apiserver-client-orchlet'],
  [/\b([Kk])ubelet(s?)\b/g, (_, k, s) => `${k === 'K' ? 'O' : 'o'}rchlet${s}`],
  [/\bkubectl\b/g, 'orchctl'],
  [/\bkubernetes\.io\b/g, 'orch.io'],
  [/\bk8s\.io\b/g, 'orch.io'],
  [/\bkube-/g, 'orch-'],
  [/hyperkube/g, 'hyperorch'],
  [/\bKubelet(?=[A-Z])/g, 'Orchlet'],
  [/\b[Kk]ubernetes\b/g, (word) => (word[0] === 'K' ? 'Orch' : 'orch')],
  [/\bk8s\b/gi, 'orch'],
  [/\bkube\b/gi, 'orch'],
]

/** A description in this project's names, without links to the other product's pages. */
export function renameText(text) {
  let out = text
  for (const [from, to] of words) out = out.replace(from, to)
  return out
    .replace(/[ \t]+/g, ' ')
    .replace(/ ([.,;])/g, '$1')
    .trim()
}
