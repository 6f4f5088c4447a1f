import { expect, test } from 'vitest'
import { foreignWord, translate, translateSource } from './dictionary'

const PAIRS = [
  ['rbac.authorization.orch.io/v1', 'rbac.authorization.k8s.io/v1'],
  ['rbac.authorization.orch.io/aggregate-to-view', 'rbac.authorization.k8s.io/aggregate-to-view'],
  ['rbac.authorization.orch.io/autoupdate', 'rbac.authorization.kubernetes.io/autoupdate'],
  ['abac.authorization.orch.io/v1beta1', 'abac.authorization.kubernetes.io/v1beta1'],
  ['flowcontrol.apiserver.orch.io/v1beta1', 'flowcontrol.apiserver.k8s.io/v1beta1'],
  ['node.orch.io', 'node.k8s.io'],
  ['node.orch.io/v1', 'node.k8s.io/v1'],
  ['node.orch.io/unreachable', 'node.kubernetes.io/unreachable'],
  ['x.node.orch.io/a', 'x.node.kubernetes.io/a'],
  ['kubelet.orch.io/a', 'kubelet.kubernetes.io/a'],
  ['authentication.orch.io/v1beta1', 'authentication.k8s.io/v1beta1'],
  ['authentication.orch.io/pod-name', 'authentication.kubernetes.io/pod-name'],
  ['orch.io/hostname', 'kubernetes.io/hostname'],
  ['orch.io/deprecated', 'k8s.io/deprecated'],
  ['api-approved.orch.io', 'api-approved.kubernetes.io'],
  ['pod-security.orch.io/enforce', 'pod-security.kubernetes.io/enforce'],
  ['pod-security.admission.config.orch.io/v1', 'pod-security.admission.config.k8s.io/v1'],
  ['seccomp.security.alpha.orch.io/pod', 'seccomp.security.alpha.kubernetes.io/pod'],
  ['patch.webhook.admission.orch.io/round_0_index_0', 'patch.webhook.admission.k8s.io/round_0_index_0'],
  ['orchctl.orch.io/last-applied-configuration', 'kubectl.kubernetes.io/last-applied-configuration'],
  ['f:orchctl.orch.io/last-applied-configuration', 'f:kubectl.kubernetes.io/last-applied-configuration'],
  ['application/vnd.orch.protobuf', 'application/vnd.kubernetes.protobuf'],
  ['x-orch-list-type', 'x-kubernetes-list-type'],
  ['io.orch.api.core.v1.Pod', 'io.k8s.api.core.v1.Pod'],
  ['io.orch.api.machinery.apis.meta.v1.Status', 'io.k8s.apimachinery.pkg.apis.meta.v1.Status'],
  ['orch.io/orch-apiserver-client-orchlet', 'kubernetes.io/kube-apiserver-client-kubelet'],
  ['orch.io/orchlet-serving', 'kubernetes.io/kubelet-serving'],
  ['system:certificates.orch.io:kubelet-serving-approver', 'system:certificates.k8s.io:kubelet-serving-approver'],
  ['system:serviceaccount:orch-system:default', 'system:serviceaccount:kube-system:default'],
  ['system::leader-locking-orch-scheduler', 'system::leader-locking-kube-scheduler'],
  ['orchscheduler.config.orch.io/v1', 'kubescheduler.config.k8s.io/v1'],
  ['OrchSchedulerConfiguration', 'KubeSchedulerConfiguration'],
  ['orch-root-ca.crt', 'kube-root-ca.crt'],
  ['orch-api-access-x2x4x', 'kube-api-access-x2x4x'],
  ['system:kube-aggregator', 'system:kube-aggregator'],
  ['kube-aggregator.orch.io/automanaged', 'kube-aggregator.kubernetes.io/automanaged'],
  ['orch', 'kubernetes'],
  ['{"finalizers":["orch"]}', '{"finalizers":["kubernetes"]}'],
  ['https://orch.default.svc', 'https://kubernetes.default.svc'],
  ['orch/serviceaccount', 'kubernetes/serviceaccount'],
  ['ORCH_EXEC_INFO', 'KUBERNETES_EXEC_INFO'],
] as const

test.each(PAIRS)('%s is %s', (orch, kubernetes) => {
  expect(translate(orch, 'kubernetes')).toBe(kubernetes)
  expect(translate(kubernetes, 'orch')).toBe(orch)
})

test.each(PAIRS)('%s and %s are foreign to the other', (orch, kubernetes) => {
  if (orch === kubernetes) return
  expect(foreignWord(orch, 'kubernetes')).toBeDefined()
  expect(foreignWord(kubernetes, 'orch')).toBeDefined()
  expect(foreignWord(orch, 'orch')).toBeUndefined()
  expect(foreignWord(kubernetes, 'kubernetes')).toBeUndefined()
})

test.each([
  'orchard',
  'Orchard',
  'an orchestrator',
  'orchestrate',
  'shop.example.com',
  'kubelet',
  'kubeconfig',
  'kubeletVersion',
  'orch-shop',
])('%s stays', (text) => {
  expect(translateSource(text.replace('orch-shop', 'monarch'), 'kubernetes')).toBe(text.replace('orch-shop', 'monarch'))
  expect(translate(text, 'kubernetes')).toBe(text)
  expect(translate(text, 'orch')).toBe(text)
})

test.each(['registry.k8s.io/pause:3.9', 'https://kubernetes.io/docs', 'bitnami/kubectl:1.20', 'cluster.x-k8s.io/v1'])(
  '%s is an address or belongs to somebody else',
  (text) => expect(translate(text, 'orch')).toBe(text),
)

test.each([
  ["import { run } from '../orchctl/run'", "import { run } from '../orchctl/run'"],
  ["'orchctl get pods'", "'kubectl get pods'"],
  ['/^(x|y)\\.orch\\.io\\//', '/^(x|y)\\.kubernetes\\.io\\//'],
  ['/authentication\\.orch\\.io\\/[^/]+/', '/authentication\\.k8s\\.io\\/[^/]+/'],
  ["startsWith('orch-')", "startsWith('kube-')"],
  ['Orch-like, orch-like. An Orchlet; nOrchlets', 'Kubernetes-like, Kubernetes-like. An Kubelet; nKubelets'],
  ['"https://orch.default.svc.cluster.local"', '"https://kubernetes.default.svc.cluster.local"'],
  ['/api/v1/namespaces/default/services/orch', '/api/v1/namespaces/default/services/kubernetes'],
])('source: %s', (source, expected) => expect(translateSource(source, 'kubernetes')).toBe(expected))
