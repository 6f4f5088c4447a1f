import { scheduler } from '../scheduler/scheduler'
import { nodeLifecycle } from '../life/node-lifecycle'
import { simulatedNodes } from '../life/nodes'
import { stages } from '../life/stages-controller'
import { bootstrapSigner } from './bootstrap-signer'
import { bootstrapTokenCleaner } from './bootstrap-token-cleaner'
import { certificateApprover } from './certificate-approver'
import { certificateCleaner } from './certificate-cleaner'
import { certificateSigner } from './certificate-signer'
import { clusterInfoPublisher } from './cluster-info-publisher'
import { clusterRoleAggregation } from './cluster-role-aggregation'
import type { ControllerRow } from './controllers'
import { defaultServiceAccount } from './default-service-account'
import { disruption } from './disruption'
import { runGarbageCollector } from './garbage-collector'
import { legacyTokenCleaner } from './legacy-token-cleaner'
import { runNamespaceController } from './namespace'
import { nodeTtl } from './node-ttl'
import { policyTypeChecker } from './policy-type-checker'
import { resourceQuotas } from './resource-quota'
import { rootCaPublisher } from './root-ca-publisher'
import { serviceAccountTokens } from './service-account-token'
import { endpointSlices } from './services/endpoint-slices'
import { endpoints } from './services/endpoints'
import { ingressAddresses, loadBalancers } from './services/load-balancers'
import { sliceMirroring } from './services/slice-mirroring'
import { attachDetach } from './storage/attach-detach'
import { simulatedProvisioner } from './storage/provisioner'
import { volumeBinder } from './storage/volume-binder'
import { claimProtection, volumeProtection } from './storage-protection'
import { autoscaler } from './workloads/autoscaler'
import { cronJob } from './workloads/cron-job'
import { daemonSet } from './workloads/daemon-set'
import { deployment } from './workloads/deployment'
import { job } from './workloads/job'
import { ttlAfterFinished } from './workloads/ttl-after-finished'
import { podGarbage } from './workloads/pod-gc'
import { replicaSet, replicationController } from './workloads/replica-set'
import { statefulSet } from './workloads/stateful-set'

/** All controllers, with their names in `--controllers`. */
export const CONTROLLERS: readonly ControllerRow[] = [
  {
    name: 'namespace',
    defaultOn: true,
    account: 'namespace-controller',
    needs: ['v1/namespaces'],
    start: ({ log, ...deps }) => runNamespaceController({ ...deps, log: (message) => log('namespace', message) }),
  },
  {
    name: 'garbagecollector',
    defaultOn: true,
    account: 'generic-garbage-collector',
    needs: [],
    start: runGarbageCollector,
  },
  clusterRoleAggregation,
  defaultServiceAccount,
  serviceAccountTokens,
  legacyTokenCleaner,
  rootCaPublisher,
  certificateApprover,
  certificateSigner,
  certificateCleaner,
  bootstrapSigner,
  bootstrapTokenCleaner,
  clusterInfoPublisher,
  resourceQuotas,
  claimProtection,
  volumeProtection,
  disruption,
  // The living cluster: on by default only with simulated nodes; workload controllers also without a page.
  replicaSet,
  replicationController,
  deployment,
  daemonSet,
  statefulSet,
  job,
  ttlAfterFinished,
  cronJob,
  autoscaler,
  podGarbage,
  volumeBinder,
  simulatedProvisioner,
  attachDetach,
  endpoints,
  endpointSlices,
  sliceMirroring,
  loadBalancers,
  ingressAddresses,
  scheduler,
  simulatedNodes,
  nodeLifecycle,
  nodeTtl,
  stages,
  policyTypeChecker,
]
