import type { Names } from './sets'

/**
 * A dictionary between the two vocabularies: `orch`, used in the source, and `kubernetes`. Builds use it to translate the
 * source, imports to translate data. Files of this folder, except spoken.ts, contain both and are never translated.
 */
/**
 * Domains below `orch.io`, whole or as a suffix, that correspond to `k8s.io`; all others correspond to `kubernetes.io`.
 */
const API_DOMAINS: readonly string[] = [
  'admission',
  'admissionregistration',
  'apidiscovery',
  'apiextensions',
  'apiregistration',
  'apiserver',
  'audit',
  'authentication',
  'authorization',
  'certificates',
  'config',
  'coordination',
  'discovery',
  'endpointslice-controller',
  'events',
  'image-policy',
  'imagepolicy',
  'legacy',
  'meta',
  'metrics',
  'networking',
  'node',
  'policy',
  'resource',
  'scheduling',
  'storage',
  'storagemigration',
]

/** Labels, annotations and files that use the domain of an API group but correspond to `kubernetes.io`. */
const LABELS: readonly (readonly [domain: string, rest: RegExp])[] = [
  ['node', /^\\?\/(?!v\d|runtimeclasses)/],
  ['authentication', /^\\?\/(pod|node|credential|issued-credential)-/],
  ['rbac.authorization', /^\\?\/autoupdate/],
  ['abac.authorization', /^/],
]

/** Names directly below the domain that correspond to `k8s.io`. */
const TOP = /^\\?\/(deprecated|removed-release|client-go|initial-events-end)/

/** Words that form a system name after `orch-` and `kube-`: namespaces, components, config maps, volumes. */
const SYSTEM =
  'system|public|node-lease|apiserver|api-access|root-ca|controller-manager|scheduler|proxy|dns(?=[^a-z0-9]|$)'

interface Pair {
  readonly orch: RegExp
  readonly kubernetes: RegExp
  /** The replacement, with `$1` … for the groups of the expression. */
  readonly toKubernetes: string
  readonly toOrch: string
}

const pair = (orch: RegExp, kubernetes: RegExp, toKubernetes: string, toOrch: string): Pair => ({
  orch,
  kubernetes,
  toKubernetes,
  toOrch,
})
/** A word that is translated in every context. */
const word = (orch: string, kubernetes: string): Pair => {
  const literal = (text: string) => new RegExp(text.replace(/[.]/g, '\\.'), 'g')
  return pair(literal(orch), literal(kubernetes), kubernetes, orch)
}

/** Identifiers other than domains, in matching order. */
const IDENTIFIERS: readonly Pair[] = [
  word('io.orch.api.machinery.', 'io.k8s.apimachinery.pkg.'),
  word('io.orch.api.extensions.apis.', 'io.k8s.apiextensions-apiserver.pkg.apis.'),
  word('io.orch.api.apiregistration.', 'io.k8s.kube-aggregator.pkg.apis.apiregistration.'),
  word('io.orch.api.', 'io.k8s.api.'),
  word('orch-apiserver-client-orchlet', 'kube-apiserver-client-kubelet'),
  word('/orchlet-serving', '/kubelet-serving'),
  word('vnd.orch.', 'vnd.kubernetes.'),
  word('vnd\\.orch\\.', 'vnd\\.kubernetes\\.'),
  word('x-orch-', 'x-kubernetes-'),
  word('X-Orch-', 'X-Kubernetes-'),
  word('ORCH_EXEC_INFO', 'KUBERNETES_EXEC_INFO'),
  word('OrchSchedulerConfiguration', 'KubeSchedulerConfiguration'),
  word('orchscheduler.config.', 'kubescheduler.config.'),
  word('OrchAPIApprovalPolicyConformant', 'KubernetesAPIApprovalPolicyConformant'),
  word('orch/serviceaccount', 'kubernetes/serviceaccount'),
  pair(
    /(?<![\w.-])orch(?=\.default(\.svc|['"]|$))/g,
    /(?<![\w.-])kubernetes(?=\.default(\.svc|['"]|$))/g,
    'kubernetes',
    'orch',
  ),
  pair(
    new RegExp(`(?<![A-Za-z0-9])orch-(?=${SYSTEM})`, 'g'),
    new RegExp(`(?<![A-Za-z0-9])kube-(?=${SYSTEM})`, 'g'),
    'kube-',
    'orch-',
  ),
  pair(/(?<![\w/])orchctl(?![\w/])/g, /(?<![\w/])kubectl(?![\w/])/g, 'kubectl', 'orchctl'),
  pair(/(?<=^|")orch(?=$|")/g, /(?<=^|")kubernetes(?=$|")/g, 'kubernetes', 'orch'),
]

/** A domain of a vocabulary with its prefix; the dots may be escaped as in a regular expression. */
const ORCH_DOMAIN = /(?<![A-Za-z0-9-])((?:[a-z0-9-]+\\*\.)*)orch(\\*)\.io(?![a-z0-9-])/g
const KUBERNETES_DOMAIN = /(?<![A-Za-z0-9-])((?:[a-z0-9-]+\\*\.)*)(?:k8s|kubernetes)(\\*)\.io(?![a-z0-9-])/g

/** Hosts of the other project: addresses of images and pages are not identifiers. */
const HOST = /^(?:registry|dl|docs|www)\\*\.$/

const isBelow = (domain: string, parent: string): boolean => domain === parent || domain.endsWith(`.${parent}`)

function kubernetesDomain(prefix: string, rest: string): string {
  const domain = prefix.replaceAll('\\', '').slice(0, -1)
  if (domain === '') return TOP.test(rest) ? 'k8s' : 'kubernetes'
  if (LABELS.some(([label, after]) => isBelow(domain, label) && after.test(rest))) return 'kubernetes'
  return API_DOMAINS.some((api) => isBelow(domain, api)) ? 'k8s' : 'kubernetes'
}

function toKubernetes(text: string): string {
  let out = text
  for (const { orch, toKubernetes: to } of IDENTIFIERS) out = out.replace(orch, to)
  return out.replace(ORCH_DOMAIN, (match: string, prefix: string, slash: string, at: number, whole: string) => {
    const rest = whole.slice(at + match.length, at + match.length + 40)
    return `${prefix}${kubernetesDomain(prefix, rest)}${slash}.io`
  })
}

function toOrch(text: string): string {
  let out = text
  for (const { kubernetes, toOrch: to } of IDENTIFIERS) out = out.replace(kubernetes, to)
  return out.replace(KUBERNETES_DOMAIN, (match: string, prefix: string, slash: string, at: number, whole: string) =>
    HOST.test(prefix) || whole.slice(Math.max(0, at - 3), at) === '://' ? match : `${prefix}orch${slash}.io`,
  )
}

/** Translates a text: changes identifiers and nothing else. JSON remains valid JSON. */
export const translate = (text: string, to: Names): string => (to === 'kubernetes' ? toKubernetes(text) : toOrch(text))

/** Found only in source: prose, fragments of identifiers, and program names. */
const PROSE: readonly (readonly [from: RegExp, to: string])[] = [
  [/\blegacy orch types\b/g, 'legacy kube types'],
  [/\borch-like\b/g, 'Kubernetes-like'],
  [/hyperorch/g, 'hyperkube'],
  [/Orchlet/g, 'Kubelet'],
  [/orchlet/g, 'kubelet'],
  [/(?<![A-Za-z0-9])orch-(?![a-z])/g, 'kube-'],
  [/\bORCHCONFIG\b/g, 'KUBECONFIG'],
  [/\borchconfig\b/g, 'kubeconfig'],
  [/(?<!\w)\.orch\//g, '.kube/'],
  [/\bORCH_(?=[A-Z])/g, 'KUBERNETES_'],
  [/\bOrch\b/g, 'Kubernetes'],
  [/(?<![\w.-])orch(?![\w-])/g, 'kubernetes'],
]

/** Translates source text: the identifiers as in `translate`, and prose. */
export function translateSource(text: string, to: Names): string {
  if (to === 'orch') return text
  return PROSE.reduce((out, [from, by]) => out.replace(from, by), toKubernetes(text))
}

/** Words of the other vocabulary, which answers must not contain. The agent's name and file names are shared. */
const FOREIGN: Readonly<Record<Names, RegExp>> = {
  orch: /kubernetes|k8s\.io|io\.k8s|kubectl|(?<![a-z])kube-(?!aggregator)|kubescheduler/i,
  kubernetes: /(?<![a-z])orch(?:let|ctl|config|scheduler(?:configuration)?)?(?![a-z])/i,
}
const PART_OF_NAME = /[\w./:-]/

/** The first word of a text from the vocabulary that is not active; undefined if there is none. */
export function foreignWord(text: string, spoken: Names): string | undefined {
  const found = FOREIGN[spoken].exec(text)
  if (!found) return undefined
  let [from, to] = [found.index, found.index + found[0].length]
  while (from > 0 && PART_OF_NAME.test(text.charAt(from - 1))) from--
  while (to < text.length && PART_OF_NAME.test(text.charAt(to))) to++
  return text.slice(from, to)
}
