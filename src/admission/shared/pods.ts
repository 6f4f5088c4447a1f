import { type Container, type PodSpec, podOf } from '../../api/kinds/shared/pod-types'
import type { ApiObject } from '../../machinery/object'
import type { AdmissionRequest } from '../plugin'
import { isAbout, PODS } from './request'

/** Set by kubelets on mirror pods, which represent static pods. */
export const MIRROR_ANNOTATION = 'orch.io/config.mirror'
/** Whether a pod only mirrors one that its node started from a file. */
export const isMirror = ({ metadata }: ApiObject): boolean =>
  metadata.annotations !== undefined && Object.hasOwn(metadata.annotations, MIRROR_ANNOTATION)

/** Spec of the request's pod; undefined for other objects and for subresources. */
export function podSpecIn(request: AdmissionRequest): PodSpec | undefined {
  if (!request.object || !isAbout(request, PODS)) return undefined
  const pod = podOf(request.object)
  return (pod.spec ??= {})
}

/** Whether a request resizes a running pod. */
export const isResize = (request: Pick<AdmissionRequest, 'resource' | 'subresource'>): boolean =>
  isAbout(request, PODS, 'resize')

const CONTAINER_LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const

/** All containers of a pod with their paths, such as `spec.initContainers[0]`. */
export const visitedContainers = (spec: PodSpec): { container: Container; path: string }[] =>
  CONTAINER_LISTS.flatMap((list) =>
    (spec[list] ?? []).map((container, i) => ({ container, path: `spec.${list}[${i}]` })),
  )

/** Whether an update introduces no image that the pod did not use before. */
export function keepsImages(request: AdmissionRequest): boolean {
  if (request.operation !== 'UPDATE' || !request.object || !request.oldObject) return false
  const images = (object: ApiObject) =>
    new Map(visitedContainers(podOf(object).spec ?? {}).map(({ container }) => [container.name, container.image]))
  const before = images(request.oldObject)
  return [...images(request.object)].every(([name, image]) => before.get(name) === image)
}
