import type { LabelSelectorObject } from '../../../machinery/labels'

/** Fields of pods that the typed packages lack, because they came with later releases. */
export interface LaterPodSpec {
  /** Requests and limits of the whole pod. */
  readonly resources?: PodResources
  readonly hostnameOverride?: string
  readonly workloadRef?: { readonly name?: string; readonly podGroup?: string; readonly podGroupReplicaKey?: string }
}
/** Requests and limits of a whole pod. */
export interface PodResources {
  requests?: Record<string, string>
  limits?: Record<string, string>
  readonly claims?: readonly { readonly name?: string }[]
}
/** Fields of later releases in the security context of a pod or container. */
export interface LaterSecurityContext {
  readonly appArmorProfile?: { readonly type?: string; readonly localhostProfile?: string }
  readonly supplementalGroupsPolicy?: string
  readonly seLinuxChangePolicy?: string
}
/** Fields of later releases in a reference of a pod to a claim of devices. */
export interface LaterClaim {
  readonly name?: string
  readonly resourceClaimName?: string
  readonly resourceClaimTemplateName?: string
}
/** Fields of later releases in a volume. */
export interface LaterVolume {
  readonly image?: { readonly reference?: string; pullPolicy?: string }
}
/** Fields of later releases in a source of a projected volume. */
export interface LaterProjection {
  readonly clusterTrustBundle?: TrustBundleProjection
  readonly podCertificate?: CertificateProjection
}
/** A file of certificates from cluster trust bundles. */
export interface TrustBundleProjection {
  readonly name?: string
  readonly signerName?: string
  readonly labelSelector?: LabelSelectorObject
  readonly path?: string
}
/** Files with a key and certificates that the cluster issues for the pod. */
export interface CertificateProjection {
  readonly signerName?: string
  readonly keyType?: string
  readonly maxExpirationSeconds?: number
  readonly credentialBundlePath?: string
  readonly keyPath?: string
  readonly certificateChainPath?: string
  readonly userAnnotations?: Readonly<Record<string, string>>
}
/** Keys of pod labels that a selector of other pods takes over. */
export interface LabelKeys {
  readonly matchLabelKeys?: readonly string[]
  readonly mismatchLabelKeys?: readonly string[]
}

/** Views a part of a pod with its fields of later releases. */
export const withLater = <T>(part: object): T => part as T

/** Requests and limits of a whole pod, if it has them. */
export const podResourcesOf = (spec: object): PodResources | undefined => withLater<LaterPodSpec>(spec).resources
