import { behaves, type Served } from '../../../releases/ledger'

const FEATURES = {
  ExtendWebSocketsToKubelet: 'declares-web-sockets',
  GuaranteedQoSPodCPUResize: 'declares-cpu-resize',
  InPlacePodLevelResourcesVerticalScaling: 'declares-pod-level-resize',
  InPlacePodVerticalScalingInitContainers: 'declares-init-container-resize',
  RestartAllContainersOnContainerExits: 'declares-restart-of-all-containers',
} as const

/** Features that nodes of a release can declare, by their name in the node status (release notes, 1.35). */
export type DeclaredFeature = keyof typeof FEATURES

/** Whether nodes of this release know a feature and may be required to have it. */
export const declares = (feature: DeclaredFeature, served: Served): boolean => behaves(FEATURES[feature], served)

/** Features declared by a node with the same gates as the server, sorted. */
export const declaredFeatures = (served: Served): DeclaredFeature[] =>
  (Object.keys(FEATURES) as DeclaredFeature[]).filter((feature) => declares(feature, served)).sort()
