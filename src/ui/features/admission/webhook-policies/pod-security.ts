import { onCreate, podManifest, type PolicyText } from './policy'

const PODS = [onCreate('', 'pods')]
const COMMON = { group: 'Pod security', rules: PODS } as const

const PRIVILEGED = `// A privileged container is root on its node.
export default function (review: any) {
  const { spec } = review.request.object
  const bad = [...(spec.initContainers ?? []), ...spec.containers]
    .filter((container: any) => container.securityContext?.privileged)
    .map((container: any) => container.name)
  return { allowed: bad.length === 0, status: { code: 403, message: \`privileged containers: \${bad.join(', ')}\` } }
}
`

const NON_ROOT = `// A container inherits runAsNonRoot from its pod unless it sets the field itself.
export default function (review: any) {
  const { spec } = review.request.object
  const bad = spec.containers
    .filter(({ securityContext }: any) => !(securityContext?.runAsNonRoot ?? spec.securityContext?.runAsNonRoot))
    .map((container: any) => container.name)
  return {
    allowed: bad.length === 0,
    status: { code: 403, message: \`set runAsNonRoot: true for \${bad.join(', ')}\` },
  }
}
`

const HOST = `// Host namespaces expose every process and connection of the node.
const FIELDS = ['hostNetwork', 'hostPID', 'hostIPC']

export default function (review: any) {
  const bad = FIELDS.filter((field) => review.request.object.spec[field])
  return { allowed: bad.length === 0, status: { code: 403, message: \`namespaces of the node: \${bad.join(', ')}\` } }
}
`

const HOST_PATH = `// A hostPath volume gives access to files of the node.
export default function (review: any) {
  const bad = (review.request.object.spec.volumes ?? [])
    .filter((volume: any) => volume.hostPath)
    .map((volume: any) => \`\${volume.name} (\${volume.hostPath.path})\`)
  return { allowed: bad.length === 0, status: { code: 403, message: \`hostPath volumes: \${bad.join(', ')}\` } }
}
`

const CAPABILITIES = `// Only one capability may be added: to listen on a port below 1024.
const ALLOWED = ['NET_BIND_SERVICE']

export default function (review: any) {
  const bad = review.request.object.spec.containers.flatMap((container: any) =>
    (container.securityContext?.capabilities?.add ?? []).filter((name: string) => !ALLOWED.includes(name)),
  )
  return { allowed: bad.length === 0, status: { code: 403, message: \`capabilities: \${bad.join(', ')}\` } }
}
`

const TOKEN = `// Most programs never call the API server, so they need no token. Those that do set automountServiceAccountToken: true.
export default function (review: any) {
  const { spec } = review.request.object
  if (spec.automountServiceAccountToken !== undefined) return { allowed: true }
  return { allowed: true, patch: [{ op: 'add', path: '/spec/automountServiceAccountToken', value: false }] }
}
`

const volume = (source: object) => ({ volumes: [{ name: 'data', ...source }] })

/** Example webhooks about the security of pods. */
export const POD_SECURITY_POLICIES: readonly PolicyText[] = [
  {
    ...COMMON,
    id: 'privileged',
    title: 'Refuse privileged containers',
    about: 'Refuses pods with a container that runs privileged.',
    words: 'root baseline securityContext',
    kind: 'Validating',
    source: PRIVILEGED,
    passes: podManifest({}),
    fails: podManifest({ securityContext: { privileged: true } }),
    says: 'privileged containers: web',
  },
  {
    ...COMMON,
    id: 'non-root',
    title: 'Require runAsNonRoot',
    about: 'Refuses pods whose containers may run as root.',
    words: 'user uid restricted securityContext',
    kind: 'Validating',
    source: NON_ROOT,
    passes: podManifest({}, { securityContext: { runAsNonRoot: true } }),
    fails: podManifest({}),
    says: 'set runAsNonRoot: true for web',
  },
  {
    ...COMMON,
    id: 'host-namespaces',
    title: 'Refuse host namespaces',
    about: 'Refuses pods that share the network, processes or memory of their node.',
    words: 'hostNetwork hostPID hostIPC baseline',
    kind: 'Validating',
    source: HOST,
    passes: podManifest({}),
    fails: podManifest({}, { hostNetwork: true, hostPID: true }),
    says: 'namespaces of the node: hostNetwork, hostPID',
  },
  {
    ...COMMON,
    id: 'host-path',
    title: 'Refuse hostPath volumes',
    about: 'Refuses pods that mount files of their node.',
    words: 'mount disk baseline',
    kind: 'Validating',
    source: HOST_PATH,
    passes: podManifest({}, volume({ emptyDir: {} })),
    fails: podManifest({}, volume({ hostPath: { path: '/var/run' } })),
    says: 'hostPath volumes: data (/var/run)',
  },
  {
    ...COMMON,
    id: 'capabilities',
    title: 'Limit capabilities',
    about: 'Refuses containers that add other capabilities than NET_BIND_SERVICE.',
    words: 'linux SYS_ADMIN NET_ADMIN securityContext',
    kind: 'Validating',
    source: CAPABILITIES,
    passes: podManifest({ securityContext: { capabilities: { add: ['NET_BIND_SERVICE'] } } }),
    fails: podManifest({ securityContext: { capabilities: { add: ['NET_BIND_SERVICE', 'SYS_ADMIN'] } } }),
    says: 'capabilities: SYS_ADMIN',
  },
  {
    ...COMMON,
    id: 'no-token',
    title: 'Do not mount tokens',
    about: 'Turns off the service account token in pods that do not ask for it.',
    words: 'automountServiceAccountToken credential least privilege',
    kind: 'Mutating',
    source: TOKEN,
    passes: podManifest({}, { automountServiceAccountToken: true }),
    fails: podManifest({}),
    becomes: podManifest({}, { automountServiceAccountToken: false }),
  },
]
