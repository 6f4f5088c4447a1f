import { describe, expect, test } from 'vitest'
import { podNameWarnings, podWarnings } from './pod-warnings'
import type { PodSpec } from './pod-types'

const container = (more: object): PodSpec => ({ containers: [{ name: 'c', image: 'i', ...more }] })
const env = (...values: string[]): PodSpec => container({ env: values.map((value) => ({ name: 'A', value })) })

describe('warnings of a pod', () => {
  test.each<[string, number, PodSpec, string[]]>([
    ['none before 1.22', 21, env('1', '2'), []],
    ['a repeated variable until 1.27', 27, env('1', '$(A)2'), ['spec.containers[0].env[1].name: duplicate name "A"']],
    ['a variable that adds to the former one', 28, env('1', '$(A)2'), []],
    ['a hidden variable', 28, env('1', '2'), ['spec.containers[0].env[1]: hides previous definition of "A"']],
    [
      'a hidden variable since 1.30',
      30,
      env('1', '$(A)'),
      ['spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply'],
    ],
    [
      'deprecated labels',
      36,
      {
        nodeSelector: { 'beta.orch.io/os': 'x' },
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'node-role.orch.io/master', operator: 'Exists' }] }],
            },
          },
        },
      },
      [
        'spec.nodeSelector[beta.orch.io/os]: deprecated since v1.14; use "orch.io/os" instead',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].key: node-role.orch.io/master is use "node-role.orch.io/control-plane" instead',
      ],
    ],
    [
      'selectors that match nothing',
      28,
      {
        topologySpreadConstraints: [{ topologyKey: 'zone' }],
        affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1 }] } },
      },
      [
        'spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod',
        'spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.labelSelector: a null labelSelector results in matching no pod',
      ],
    ],
    [
      'ports in each other’s way',
      33,
      container({
        ports: [
          { name: 'a', containerPort: 80, protocol: 'TCP' },
          { name: 'a', containerPort: 80, protocol: 'TCP' },
          { containerPort: 80, protocol: 'TCP', hostPort: 8080 },
          { containerPort: 81, protocol: 'TCP', hostIP: '1.2.3.4' },
        ],
      }),
      [
        'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
        'spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[0]',
        'spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[1]',
        'spec.containers[0].ports[3]: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:81 Protocol:TCP HostIP:1.2.3.4}',
        'spec.containers[0].ports[1]: duplicate port name "a" with spec.containers[0].ports[0], services and probes that select ports by name will use spec.containers[0].ports[0]',
      ],
    ],
    [
      'files written over each other',
      33,
      {
        volumes: [
          {
            name: 'v',
            configMap: {
              name: 'm',
              items: [
                { key: 'a', path: 'x' },
                { key: 'b', path: 'x/y' },
              ],
            },
          },
          {
            name: 'p',
            projected: {
              sources: [
                { secret: { name: 's', items: [{ key: 'k', path: 'z' }] } },
                { serviceAccountToken: { path: 'z' } },
              ],
            },
          },
        ],
      },
      [
        'volume "v" (ConfigMap "m"): overlapping paths: "x/y" with "x"',
        'volume "p" (Projected ServiceAccountToken): overlapping paths: "z" with "z"',
      ],
    ],
    [
      'addresses in old forms',
      33,
      { hostAliases: [{ ip: '010.1.1.1' }, { ip: '2001:DB8::1' }] },
      [
        'spec.hostAliases[0].ip: non-standard IP address "010.1.1.1" will be considered invalid in a future Orch release: use "10.1.1.1"',
        'spec.hostAliases[1].ip: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")',
      ],
    ],
    [
      'parts of bytes',
      36,
      container({ resources: { limits: { memory: '1500m' } } }),
      ['spec.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer'],
    ],
  ])('%s', (_what, release, spec, expected) => {
    expect(podWarnings(spec, undefined, 'spec', release)).toEqual(expected)
  })

  test('annotations without effect', () => {
    const annotations = {
      'seccomp.security.alpha.orch.io/pod': 'runtime/default',
      'container.apparmor.security.beta.orch.io/c': 'runtime/default',
    }
    expect(podWarnings(container({}), { annotations }, 'spec.template.spec', 30)).toEqual([
      'spec.template.metadata.annotations[seccomp.security.alpha.orch.io/pod]: non-functional in v1.27+; use the "seccompProfile" field instead',
      'spec.template.metadata.annotations[container.apparmor.security.beta.orch.io/c]: deprecated since v1.30; use the "appArmorProfile" field instead',
    ])
    expect(podWarnings(container({}), { annotations }, 'spec', 30)).toHaveLength(1)
  })

  test.each([
    ['a', 36, []],
    ['a.b', 26, []],
    [
      'a.b',
      27,
      [
        'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]',
      ],
    ],
  ])('the name %s at 1.%i', (name, release, expected) => expect(podNameWarnings(name, release)).toEqual(expected))
})
