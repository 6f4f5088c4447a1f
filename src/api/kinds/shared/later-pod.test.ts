import { expect, test } from 'vitest'
import { filled, kindContext } from '../../../testing/kinds'
import { pod } from '../core/pod/pod'

const C = { name: 'c', image: 'img:1' }
const of = (spec: object, metadata: object = {}) => ({ metadata, spec: { containers: [C], ...spec } })
const box = (more: object) => of({ containers: [{ ...C, ...more }] })
const term = (more: object) =>
  of(
    {
      affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone', ...more }] } },
    },
    {
      labels: { a: '1', b: '2' },
    },
  )
const projected = (source: object) => of({ volumes: [{ name: 'v', projected: { sources: [source] } }] })

const errorsOf = (body: object, release = 35): string[] => {
  const context = kindContext({ release })
  const object = filled(pod, body, context)
  return [...(pod.validate?.(object, context) ?? [])].map(({ field, message, later }) => {
    const [text = message] = [later?.['json-values']]
    return `${field}: ${text}`
  })
}

test.each<[string, object, string[], number?]>([
  [
    'enough for the pod',
    of({ resources: { requests: { cpu: '1' } }, containers: [{ ...C, resources: { requests: { cpu: '1' } } }] }),
    [],
  ],
  [
    'more in containers',
    of({ resources: { requests: { cpu: '1' } }, containers: [{ ...C, resources: { requests: { cpu: '2' } } }] }),
    [
      'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2',
    ],
  ],
  [
    'a limit above the pod',
    of({
      resources: { limits: { memory: '1Mi' } },
      containers: [{ ...C, resources: { limits: { memory: '2Mi' }, requests: { memory: '1Mi' } } }],
    }),
    [
      'spec.resources.containers[0][memory].limits: Invalid value: "2Mi": must be less than or equal to pod limits of 1Mi',
    ],
  ],
  [
    'another resource',
    of({ resources: { requests: { 'ephemeral-storage': '1' } } }),
    [
      'spec.resources.requests[ephemeral-storage]: Unsupported value: "ephemeral-storage": supported values: "cpu", "hugepages-", "memory"',
    ],
  ],
  [
    'of windows',
    of({ os: { name: 'windows' }, resources: { requests: { cpu: '1' } } }),
    ['spec.resources: Forbidden: may not be set for a windows pod'],
  ],
  [
    'a claim without a source',
    of({ resourceClaims: [{ name: 'a' }] }),
    [
      'spec.resourceClaims[0]: Invalid value: {"Name":"a","ResourceClaimName":null,"ResourceClaimTemplateName":null}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
    ],
  ],
  [
    'a claim with a source, earlier',
    of({ resourceClaims: [{ name: 'a', source: { resourceClaimName: 'x' } }] }),
    [],
    30,
  ],
  [
    'another claim',
    of({
      resourceClaims: [{ name: 'a', resourceClaimName: 'x' }],
      containers: [{ ...C, resources: { claims: [{ name: 'b' }] } }],
    }),
    ['spec.containers[0].resources.claims[0]: Not found: "b": must be one of the names in pod.spec.resourceClaims: a'],
  ],
  [
    'part and whole of a claim',
    of({
      resourceClaims: [{ name: 'a', resourceClaimName: 'x' }],
      containers: [{ ...C, resources: { claims: [{ name: 'a', request: 'r' }, { name: 'a' }] } }],
    }),
    ['spec.containers[0].resources.claims[1]: Duplicate value: "a"'],
  ],
  ['an image volume', of({ volumes: [{ name: 'v', image: {} }] }), ['spec.volumes[0].image.reference: Required value']],
  [
    'read-only below, although writable',
    of({
      volumes: [{ name: 'v' }],
      containers: [{ ...C, volumeMounts: [{ name: 'v', mountPath: '/a', recursiveReadOnly: 'Enabled' }] }],
    }),
    ['spec.containers[0].volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true'],
  ],
  [
    'AppArmor without a file',
    of({ securityContext: { appArmorProfile: { type: 'Localhost' } } }),
    [
      'spec.securityContext.appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost',
    ],
  ],
  [
    'AppArmor with a file',
    box({ securityContext: { appArmorProfile: { type: 'RuntimeDefault', localhostProfile: 'x' } } }),
    [
      'spec.containers[0].securityContext.appArmorProfile.localhostProfile: Invalid value: "x": can only be set when AppArmor type is Localhost',
    ],
  ],
  [
    'unmasked',
    box({ securityContext: { procMount: 'Unmasked' } }),
    [
      'spec.containers[0].securityContext.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`',
    ],
  ],
  [
    'unmasked with users of its own',
    of({ hostUsers: false, containers: [{ ...C, securityContext: { procMount: 'Unmasked' } }] }),
    [],
  ],
  [
    'groups',
    of({ securityContext: { supplementalGroupsPolicy: 'Odd', seLinuxChangePolicy: 'MountOption' } }),
    [
      'spec.securityContext.supplementalGroupsPolicy: Unsupported value: "Odd": supported values: "Merge", "Strict"',
      'spec.securityContext.seLinuxChangePolicy: Unsupported value: "MountOption": supported values: "Recursive"',
    ],
  ],
  [
    'keys without a selector',
    term({ matchLabelKeys: ['a'] }),
    [
      'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set',
    ],
  ],
  [
    'a key in both',
    term({ matchLabelKeys: ['a'], labelSelector: { matchLabels: { a: '1' } } }),
    [
      'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0][0]: Invalid value: "a": exists in both matchLabelKeys and labelSelector',
    ],
  ],
  [
    'a host name',
    of({ hostnameOverride: 'A', setHostnameAsFQDN: true }),
    [
      'spec.hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true',
      expect.stringContaining('spec.hostnameOverride: Invalid value: "A"') as string,
    ],
  ],
  [
    'a variable from a file',
    box({ env: [{ name: 'X', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'f', key: 'k' } } }] }),
    ['spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: Not found: "v"'],
  ],
  [
    'a signal without a system',
    box({ lifecycle: { stopSignal: 'SIGTERM' } }),
    ['spec.containers[0].lifecycle.stopSignal: Forbidden: may not be set for containers with empty `spec.os.name`'],
  ],
  [
    'trust without a source',
    projected({ clusterTrustBundle: { path: 'f' } }),
    [
      'spec.volumes[0].projected.sources[0].clusterTrustBundle: Required value: either name or signerName must be specified',
    ],
  ],
  [
    'a certificate without a file',
    projected({ podCertificate: { signerName: 'a.b/c', keyType: 'ED25519' } }),
    [
      'spec.volumes[0].projected.sources[0].podCertificate: Required value: specify at least one of credentialBundlePath, keyPath, and certificateChainPath',
    ],
  ],
  [
    'a toleration that compares',
    of({ tolerations: [{ key: 'a', operator: 'Gt', value: '1' }] }),
    ['spec.tolerations[0].operator: Unsupported value: "Gt": supported values: "Equal", "Exists", "Lt", "Gt"'],
  ],
  [
    'a toleration that compares, earlier',
    of({ tolerations: [{ key: 'a', operator: 'Gt', value: '1' }] }),
    ['spec.tolerations[0].operator: Unsupported value: "Gt": supported values: "Equal", "Exists"'],
    34,
  ],
  [
    'a sysctl of the host',
    of({ hostNetwork: true, securityContext: { sysctls: [{ name: 'net.core.somaxconn', value: '1' }] } }),
    [
      `spec.securityContext.sysctls[0].name: Invalid value: "net.core.somaxconn": may not be specified when 'hostNetwork' is true`,
    ],
  ],
  [
    'a sysctl of the host, earlier',
    of({ hostNetwork: true, securityContext: { sysctls: [{ name: 'net.core.somaxconn', value: '1' }] } }),
    [],
    28,
  ],
  [
    'requests above the limit',
    box({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }),
    ['spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
  ],
])('a pod with %s', (_name, body, errors, release) => expect(errorsOf(body, release)).toEqual(errors))

test.each<[string, object, object, number?]>([
  [
    'requests of a whole pod',
    of({
      resources: { limits: { cpu: '2', memory: '1Mi' } },
      containers: [{ ...C, resources: { requests: { cpu: '1' } } }],
    }),
    { spec: { resources: { requests: { cpu: '1', memory: '1Mi' } } }, status: { qosClass: 'Burstable' } },
  ],
  [
    'a selector of its own labels',
    term({ matchLabelKeys: ['a'], mismatchLabelKeys: ['b'], labelSelector: {} }),
    {
      spec: {
        affinity: {
          podAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              {
                labelSelector: {
                  matchExpressions: [
                    { key: 'a', operator: 'In', values: ['1'] },
                    { key: 'b', operator: 'NotIn', values: ['2'] },
                  ],
                },
              },
            ],
          },
        },
      },
    },
  ],
  [
    'gates',
    of({ schedulingGates: [{ name: 'g' }] }),
    { status: { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] } },
  ],
  [
    'an annotation of AppArmor',
    of({}, { annotations: { 'container.apparmor.security.beta.orch.io/c': 'localhost/f' } }),
    { spec: { containers: [{ securityContext: { appArmorProfile: { type: 'Localhost', localhostProfile: 'f' } } }] } },
  ],
  [
    'an image volume',
    of({ volumes: [{ name: 'v', image: { reference: 'a:1' } }] }),
    { spec: { volumes: [{ image: { pullPolicy: 'IfNotPresent' } }] } },
  ],
])('a new pod with %s is completed', (_name, body, expected, release = 35) =>
  expect(filled(pod, body, kindContext({ release }))).toMatchObject(expected),
)
