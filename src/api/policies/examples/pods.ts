import { container, created, one, pod, MATCH_PODS, type PolicyExample } from './example'

/** Example policies that restrict pods. */
export const POD_EXAMPLES: readonly PolicyExample[] = [
  {
    id: 'no-latest',
    title: 'No :latest images',
    about: 'Every image needs a tag other than latest, or a digest.',
    since: 26,
    spec: one(
      MATCH_PODS,
      "object.spec.containers.all(c, c.image.contains('@') || (c.image.matches(':[^/]+$') && !c.image.endsWith(':latest')))",
      { message: 'images need a fixed tag' },
    ),
    cases: [
      created('a fixed tag', pod()),
      created('a digest', pod(container({ image: 'registry.example/shop@sha256:abc' }))),
      created('latest', pod(container({ image: 'registry.example/shop:latest' })), 'images need a fixed tag'),
      created('no tag', pod(container({ image: 'registry.example:5000/shop' })), 'images need a fixed tag'),
    ],
  },
  {
    id: 'trusted-registry',
    title: 'Images from our registry',
    about: 'Names in its message the containers whose image comes from elsewhere.',
    since: 27,
    spec: one(MATCH_PODS, 'variables.foreign.size() == 0', {
      variables: [
        {
          name: 'foreign',
          expression:
            "object.spec.containers.filter(c, !c.image.startsWith('registry.example/')).map(c, string(c.name))",
        },
      ],
      messageExpression: "'images from elsewhere: ' + variables.foreign.join(', ')",
    }),
    cases: [
      created('ours', pod()),
      created('another', pod(container({ image: 'docker.example/x:1' })), 'images from elsewhere: web'),
    ],
  },
  {
    id: 'no-privileged',
    title: 'No privileged containers',
    about: 'Reads a field that may be missing at each step.',
    since: 26,
    spec: one(
      MATCH_PODS,
      'object.spec.containers.all(c, !has(c.securityContext) || !has(c.securityContext.privileged) || c.securityContext.privileged == false)',
      { message: 'containers must not be privileged', reason: 'Forbidden' },
    ),
    cases: [
      created('nothing said', pod()),
      created('said to be false', pod(container({ securityContext: { privileged: false } }))),
      created('privileged', pod(container({ securityContext: { privileged: true } })), 'must not be privileged'),
    ],
  },
  {
    id: 'no-privileged-optional',
    title: 'No privileged containers, with optional fields',
    about: 'The same with .? and orValue.',
    since: 29,
    spec: one(MATCH_PODS, 'object.spec.containers.all(c, !c.?securityContext.?privileged.orValue(false))', {
      message: 'containers must not be privileged',
    }),
    cases: [
      created('nothing said', pod()),
      created('privileged', pod(container({ securityContext: { privileged: true } })), 'must not be privileged'),
    ],
  },
  {
    id: 'no-host-network',
    title: 'No host network',
    about: 'Several rules, each with a message of its own.',
    since: 26,
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: MATCH_PODS,
      validations: [
        { expression: '!has(object.spec.hostNetwork) || object.spec.hostNetwork == false', message: 'no host network' },
        { expression: '!has(object.spec.hostPID) || object.spec.hostPID == false', message: 'no host processes' },
      ],
    },
    cases: [
      created('neither', pod()),
      created('host network', pod({ hostNetwork: true }), 'no host network'),
      created('host processes', pod({ hostPID: true }), 'no host processes'),
    ],
  },
  {
    id: 'limits-required',
    title: 'Every container has a memory limit',
    about: 'Looks for a key in a map.',
    since: 26,
    spec: one(
      MATCH_PODS,
      "object.spec.containers.all(c, has(c.resources) && has(c.resources.limits) && 'memory' in c.resources.limits)",
      { message: 'every container needs a memory limit' },
    ),
    cases: [
      created('a limit', pod(container({ resources: { limits: { memory: '1Gi' } } }))),
      created('another limit', pod(container({ resources: { limits: { cpu: '1' } } })), 'needs a memory limit'),
      created('none', pod(), 'needs a memory limit'),
    ],
  },
  {
    id: 'memory-at-most',
    title: 'At most 2Gi of memory',
    about: 'Compares quantities.',
    since: 29,
    spec: one(
      MATCH_PODS,
      "object.spec.containers.all(c, !quantity(string(c.resources.limits.memory)).isGreaterThan(quantity('2Gi')))",
      { message: 'at most 2Gi of memory for each container' },
    ),
    cases: [
      created('1Gi', pod(container({ resources: { limits: { memory: '1Gi' } } }))),
      created('3000Mi', pod(container({ resources: { limits: { memory: '3000Mi' } } })), 'at most 2Gi'),
      created('no limit at all', pod(), 'no such key: resources'),
    ],
  },
  {
    id: 'run-as-non-root',
    title: 'Must not run as root',
    about: 'A variable takes the pod’s own setting where a container has none.',
    since: 29,
    spec: one(MATCH_PODS, 'object.spec.containers.all(c, c.?securityContext.?runAsNonRoot.orValue(variables.ofPod))', {
      variables: [{ name: 'ofPod', expression: 'object.spec.?securityContext.?runAsNonRoot.orValue(false)' }],
      message: 'containers must run as non-root',
    }),
    cases: [
      created('said of the pod', pod({ securityContext: { runAsNonRoot: true } })),
      created('said of the container', pod(container({ securityContext: { runAsNonRoot: true } }))),
      created('not said', pod(), 'must run as non-root'),
    ],
  },
  {
    id: 'no-host-path',
    title: 'No host paths',
    about: 'A list that may be missing.',
    since: 26,
    spec: one(MATCH_PODS, '!has(object.spec.volumes) || object.spec.volumes.all(v, !has(v.hostPath))', {
      message: 'volumes must not be paths of the host',
    }),
    cases: [
      created('no volumes', pod()),
      created('an empty directory', pod({ volumes: [{ name: 'a', emptyDir: {} }] })),
      created('a host path', pod({ volumes: [{ name: 'a', hostPath: { path: '/' } }] }), 'paths of the host'),
    ],
  },
  {
    id: 'allowed-capabilities',
    title: 'Only some capabilities',
    about: 'Compares lists as sets.',
    since: 30,
    spec: one(
      MATCH_PODS,
      "object.spec.containers.all(c, sets.contains(['NET_BIND_SERVICE'], c.?securityContext.?capabilities.?add.orValue([])))",
      { message: 'only NET_BIND_SERVICE may be added' },
    ),
    cases: [
      created('none', pod()),
      created('the one', pod(container({ securityContext: { capabilities: { add: ['NET_BIND_SERVICE'] } } }))),
      created(
        'another',
        pod(container({ securityContext: { capabilities: { add: ['NET_ADMIN'] } } })),
        'only NET_BIND',
      ),
    ],
  },
  {
    id: 'ports-unique',
    title: 'No port twice',
    about: 'A loop in a loop: look at what it costs.',
    since: 26,
    spec: one(
      MATCH_PODS,
      'object.spec.containers.all(c, !has(c.ports) || c.ports.all(p, c.ports.exists_one(q, q.containerPort == p.containerPort)))',
      { message: 'a port is named twice' },
    ),
    cases: [
      created('two ports', pod(container({ ports: [{ containerPort: 80 }, { containerPort: 81 }] }))),
      created(
        'one port twice',
        pod(container({ ports: [{ containerPort: 80 }, { containerPort: 80 }] })),
        'named twice',
      ),
    ],
  },
  {
    id: 'node-ip-range',
    title: 'Host aliases within our network',
    about: 'Addresses and networks.',
    since: 31,
    spec: one(
      MATCH_PODS,
      "object.spec.?hostAliases.orValue([]).all(a, isIP(string(a.ip)) && cidr('10.0.0.0/8').containsIP(string(a.ip)))",
      {
        message: 'host aliases must lie in 10.0.0.0/8',
      },
    ),
    cases: [
      created('none', pod()),
      created('inside', pod({ hostAliases: [{ ip: '10.1.2.3' }] })),
      created('outside', pod({ hostAliases: [{ ip: '192.168.0.1' }] }), 'must lie in 10.0.0.0/8'),
    ],
  },
]
