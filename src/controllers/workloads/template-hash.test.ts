import { expect, test } from 'vitest'
import type { PodTemplate } from '../../api/kinds/shared/pod-types'
import { revisionHash, templateHash } from './template-hash'

// Hashes that a server of release 1.20.2 gave to these templates.
const RECORDED: [string, string, object][] = [
  [
    'one container',
    '674cb546f4',
    {
      metadata: { creationTimestamp: null, labels: { app: 'plain' } },
      spec: {
        containers: [
          {
            image: 'i',
            imagePullPolicy: 'Always',
            name: 'c',
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
          },
        ],
        dnsPolicy: 'ClusterFirst',
        restartPolicy: 'Always',
        schedulerName: 'default-scheduler',
        securityContext: {},
        terminationGracePeriodSeconds: 30,
      },
    },
  ],
  [
    'quantities',
    '5c497dbc8',
    {
      metadata: { creationTimestamp: null, labels: { app: 'res' } },
      spec: {
        containers: [
          {
            image: 'i',
            imagePullPolicy: 'Always',
            name: 'c',
            resources: {
              limits: { cpu: '1500m', 'example.com/x': '2', 'hugepages-2Mi': '4Mi', memory: '1Gi' },
              requests: { cpu: '100m', 'ephemeral-storage': '1536Mi', memory: '64Mi' },
            },
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
          },
        ],
        dnsPolicy: 'ClusterFirst',
        restartPolicy: 'Always',
        schedulerName: 'default-scheduler',
        securityContext: {},
        terminationGracePeriodSeconds: 30,
      },
    },
  ],
  [
    'environment and annotations',
    '6c78f74b64',
    {
      metadata: { annotations: { a: 'two words', z: '1' }, creationTimestamp: null, labels: { app: 'env' } },
      spec: {
        containers: [
          {
            args: ['ä', '"q"'],
            command: ['sh', '-c', 'echo <a> & b'],
            env: [
              { name: 'A', value: 'b' },
              { name: 'E' },
              { name: 'N', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
              { name: 'R', valueFrom: { resourceFieldRef: { divisor: '0', resource: 'limits.cpu' } } },
              { name: 'S', valueFrom: { secretKeyRef: { key: 'k', name: 's', optional: true } } },
            ],
            envFrom: [{ configMapRef: { name: 'c' }, prefix: 'p' }],
            image: 'i',
            imagePullPolicy: 'Always',
            name: 'c',
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
          },
        ],
        dnsPolicy: 'ClusterFirst',
        restartPolicy: 'Always',
        schedulerName: 'default-scheduler',
        securityContext: {},
        terminationGracePeriodSeconds: 30,
      },
    },
  ],
  [
    'probes and ports',
    '5c866bc946',
    {
      metadata: { creationTimestamp: null, labels: { app: 'probe' } },
      spec: {
        containers: [
          {
            image: 'i:1',
            imagePullPolicy: 'IfNotPresent',
            lifecycle: { preStop: { exec: { command: ['x'] } } },
            livenessProbe: {
              failureThreshold: 3,
              httpGet: { httpHeaders: [{ name: 'a', value: 'b' }], path: '/x', port: 'http', scheme: 'HTTP' },
              periodSeconds: 10,
              successThreshold: 1,
              timeoutSeconds: 1,
            },
            name: 'c',
            ports: [
              { containerPort: 80, name: 'http', protocol: 'TCP' },
              { containerPort: 53, protocol: 'UDP' },
            ],
            readinessProbe: {
              failureThreshold: 3,
              periodSeconds: 3,
              successThreshold: 1,
              tcpSocket: { port: 80 },
              timeoutSeconds: 1,
            },
            resources: {},
            startupProbe: {
              exec: { command: ['ls'] },
              failureThreshold: 3,
              periodSeconds: 10,
              successThreshold: 1,
              timeoutSeconds: 1,
            },
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
          },
        ],
        dnsPolicy: 'ClusterFirst',
        restartPolicy: 'Always',
        schedulerName: 'default-scheduler',
        securityContext: {},
        terminationGracePeriodSeconds: 30,
      },
    },
  ],
  [
    'volumes',
    '589b64db4',
    {
      metadata: { creationTimestamp: null, labels: { app: 'vols' } },
      spec: {
        containers: [
          {
            image: 'i',
            imagePullPolicy: 'Always',
            name: 'c',
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
            volumeMounts: [{ mountPath: '/e', name: 'e', readOnly: true, subPath: 's' }],
          },
        ],
        dnsPolicy: 'ClusterFirst',
        initContainers: [
          {
            image: 'i',
            imagePullPolicy: 'Always',
            name: 'n',
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
          },
        ],
        restartPolicy: 'Always',
        schedulerName: 'default-scheduler',
        securityContext: {},
        terminationGracePeriodSeconds: 30,
        volumes: [
          { emptyDir: {}, name: 'e' },
          { emptyDir: { medium: 'Memory', sizeLimit: '1Gi' }, name: 'e2' },
          { configMap: { defaultMode: 420, items: [{ key: 'a', mode: 256, path: 'b' }], name: 'x' }, name: 'c' },
          {
            name: 'p',
            projected: {
              defaultMode: 420,
              sources: [
                { serviceAccountToken: { expirationSeconds: 3600, path: 't' } },
                {
                  downwardAPI: { items: [{ fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.labels' }, path: 'l' }] },
                },
              ],
            },
          },
          { hostPath: { path: '/h', type: '' }, name: 'h' },
          { name: 'q', persistentVolumeClaim: { claimName: 'x' } },
        ],
      },
    },
  ],
  [
    'fields of the pod',
    '86bb687797',
    {
      metadata: { creationTimestamp: null, labels: { app: 'pod' } },
      spec: {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'z', operator: 'Gt', values: ['1'] }] }],
            },
          },
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                podAffinityTerm: {
                  labelSelector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['x', 'y'] }] },
                  topologyKey: 't',
                },
                weight: 1,
              },
            ],
          },
        },
        automountServiceAccountToken: false,
        containers: [
          {
            image: 'i',
            imagePullPolicy: 'Always',
            name: 'c',
            resources: {},
            securityContext: { capabilities: { add: ['NET_ADMIN'] }, privileged: false, runAsNonRoot: true },
            stdin: true,
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
          },
        ],
        dnsConfig: { nameservers: ['1.1.1.1'], options: [{ name: 'ndots', value: '2' }, { name: 'x' }] },
        dnsPolicy: 'ClusterFirst',
        hostAliases: [{ hostnames: ['h'], ip: '1.1.1.1' }],
        hostNetwork: true,
        imagePullSecrets: [{ name: 'r' }],
        nodeSelector: { a: 'd', b: 'c' },
        priorityClassName: 'p',
        restartPolicy: 'Always',
        schedulerName: 'default-scheduler',
        securityContext: {
          fsGroup: 7,
          runAsUser: 5,
          seccompProfile: { type: 'RuntimeDefault' },
          supplementalGroups: [1, 2],
          sysctls: [{ name: 'a', value: 'b' }],
        },
        serviceAccount: 'x',
        serviceAccountName: 'x',
        terminationGracePeriodSeconds: 0,
        tolerations: [{ effect: 'NoExecute', key: 'k', operator: 'Exists', tolerationSeconds: 9 }],
        topologySpreadConstraints: [
          { labelSelector: {}, maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule' },
        ],
      },
    },
  ],
]

test.each(RECORDED)('the hash of a template with %s', async (_, hash, template) => {
  expect(await templateHash(template as PodTemplate, undefined)).toBe(hash)
})

test('collisions, empty lists and fields of later releases', async () => {
  const template = (more: object) => ({ spec: { containers: [], ...more } }) as unknown as PodTemplate
  const plain = await templateHash(template({}), undefined)
  expect(await templateHash(template({ volumes: [], nodeSelector: {} }), undefined)).toBe(plain)
  expect(await templateHash(template({}), 0)).not.toBe(plain)
  expect(await templateHash(template({}), 1)).not.toBe(await templateHash(template({}), 0))
  const later = await templateHash(template({ schedulingGates: [{ name: 'a' }] }), undefined)
  expect(later).not.toBe(plain)
  expect(await templateHash(template({ schedulingGates: [{ name: 'b' }] }), undefined)).not.toBe(later)
})

test('the hash of what a revision of a StatefulSet stores', () => {
  const spec = {
    restartPolicy: 'Always',
    containers: [
      {
        name: 'c',
        image: 'i',
        resources: {},
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        imagePullPolicy: 'Always',
      },
    ],
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
  }
  const metadata = { creationTimestamp: null, labels: { a: 'st' } }
  expect(revisionHash({ spec: { template: { metadata, spec, $patch: 'replace' } } }, 0)).toBe('559bdbd5c4')
  expect(revisionHash({ spec: { template: { metadata, spec, $patch: 'replace' } } }, 1)).not.toBe('559bdbd5c4')
})
