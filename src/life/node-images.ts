import { podOf } from '../api/kinds/shared/pod-types'
import type { ApiObject } from '../machinery/object'
import type { ContainerStatus } from './container-statuses'

/** When a container with this status first ran; undefined if it never did. */
const ranSince = ({ state, lastState }: ContainerStatus): string | undefined =>
  lastState?.terminated?.startedAt ?? state?.running?.startedAt ?? state?.terminated?.startedAt

/** The images that each node has: those that its containers have run with, also if their pods are gone. */
export class NodeImages {
  /** When a container first ran with an image, by node and image. */
  private readonly firstByNode = new Map<string, Map<string, string>>()

  /** Notes the images of the containers that a pod has run. */
  see(pod: ApiObject): void {
    const { spec, status } = podOf(pod)
    if (!spec?.nodeName || !status) return
    for (const statuses of [status.containerStatuses, status.initContainerStatuses])
      for (const one of statuses ?? []) this.note(spec.nodeName, one)
  }

  private note(node: string, status: ContainerStatus): void {
    const since = ranSince(status)
    const { image } = status
    if (since === undefined || image === undefined) return
    const first = this.firstByNode.get(node) ?? new Map<string, string>()
    this.firstByNode.set(node, first)
    if (since < (first.get(image) ?? '~')) first.set(image, since)
  }

  /** Whether a container had started with an image on a node before a time. */
  has(node: string, image: string, before: string): boolean {
    return (this.firstByNode.get(node)?.get(image) ?? before) < before
  }

  /** A node that is gone takes its images with it. */
  forget(node: string): void {
    this.firstByNode.delete(node)
  }
}
