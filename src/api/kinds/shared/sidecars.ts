import type { Container } from './pod-types'

/** Container fields added in 1.27, which the typed packages lack. */
export interface LaterContainer {
  readonly restartPolicy?: string
  readonly restartPolicyRules?: readonly RestartRule[]
  readonly resizePolicy?: readonly { readonly resourceName?: string; readonly restartPolicy?: string }[]
}

/** What happens after a container ended with certain exit codes. */
export interface RestartRule {
  readonly action?: string
  readonly exitCodes?: { readonly operator?: string; readonly values?: readonly number[] }
}

/** A container with the fields of later releases. */
export const later = (container: object): LaterContainer => container

/** Whether an init container is a sidecar, which keeps running (resource API, "Sidecar containers"). */
export const isSidecar = (container: object): boolean => later(container).restartPolicy === 'Always'

/**
 * Groups init containers by when they run: sidecars, which stay with the regular containers, and each other one together with the sidecars
 * started before it.
 */
export function initGroups(containers: readonly Container[] = []): {
  readonly beside: readonly Container[]
  readonly before: readonly (readonly Container[])[]
} {
  const beside: Container[] = []
  const before: Container[][] = []
  for (const container of containers)
    if (isSidecar(container)) beside.push(container)
    else before.push([...beside, container])
  return { beside, before }
}
