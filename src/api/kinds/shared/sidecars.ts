import type { Container } from './pod-types'

/** Fields of containers since release 1.27, which the typed packages do not have. */
export interface LaterContainer {
  readonly restartPolicy?: string
  readonly restartPolicyRules?: readonly RestartRule[]
  readonly resizePolicy?: readonly { readonly resourceName?: string; readonly restartPolicy?: string }[]
}

export interface RestartRule {
  readonly action?: string
  readonly exitCodes?: { readonly operator?: string; readonly values?: readonly number[] }
}

export const later = (container: object): LaterContainer => container

/** Whether an init container stays and runs beside the others (resource API, "Sidecar containers"). */
export const isSidecar = (container: object): boolean => later(container).restartPolicy === 'Always'

/**
 * Which init containers run when: those that stay beside the pod's own containers, and for each of the others those that
 * run together with it before.
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
