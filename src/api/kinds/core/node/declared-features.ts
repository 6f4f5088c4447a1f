import { behaves, type Served } from '../../../releases/ledger'

const FEATURES = {
  ExtendWebSocketsToKubelet: 'declares-web-sockets',
  GuaranteedQoSPodCPUResize: 'declares-cpu-resize',
  InPlacePodLevelResourcesVerticalScaling: 'declares-pod-level-resize',
  InPlacePodVerticalScalingInitContainers: 'declares-init-container-resize',
  RestartAllContainersOnContainerExits: 'declares-restart-of-all-containers',
} as const

/** What nodes of a release can declare, by the names that stand in their status (release notes, 1.35). */
export type DeclaredFeature = keyof typeof FEATURES

/** Whether nodes of this release know a feature by its name, and so may be asked for it. */
export const declares = (feature: DeclaredFeature, served: Served): boolean => behaves(FEATURES[feature], served)

/** What a node declares whose gates are those of the server, in the order of the names. */
export const declaredFeatures = (served: Served): DeclaredFeature[] =>
  (Object.keys(FEATURES) as DeclaredFeature[]).filter((feature) => declares(feature, served)).sort()
