import type * as policy from 'kt121/policy/v1beta1'
import type { Container, Pod, PodSpec } from '../kinds/shared/pod-types'
import type { Draft } from '../kinds/meta/draft'

/** A policy's spec, which may be incomplete. */
export type PolicySpec = Draft<policy.PodSecurityPolicySpec>
/** A container's security context. */
export type SecurityContext = NonNullable<Container['securityContext']>

/** One policy in the form needed for checking pods. */
export interface PolicyView {
  readonly name: string
  readonly spec: PolicySpec
  readonly annotations: Readonly<Record<string, string>>
}

/** What a rule about a pod sees. */
export interface PodView {
  readonly pod: Pod
  readonly spec: PodSpec
}

/** What a rule about a container sees; `path` is its field, for messages. */
export interface ContainerView extends PodView {
  readonly container: Container
  readonly path: string
}

/** Reports a violation at a field. */
export type Complain = (field: string, why: string) => void

/** A policy rule: the defaults it applies and what it refuses. Defaults never override explicit values. */
export interface PodPolicyRule<View> {
  readonly about: string
  fill?(view: View, policy: PolicyView): void
  check(view: View, policy: PolicyView, complain: Complain): void
}

/** A range of user or group ids; both ends belong to it. */
export type Range = Draft<policy.IDRange>
/** Whether an id lies in one of the ranges. */
export const inRanges = (id: number, ranges: readonly Range[] = []): boolean =>
  ranges.some(({ min = 0, max = 0 }) => id >= min && id <= max)
/** Ranges in messages: `[1-10, 20-30]`. */
export const rangesText = (ranges: readonly Range[] = []): string =>
  `[${ranges.map(({ min = 0, max = 0 }) => `${min}-${max}`).join(', ')}]`

/** A container's security context, created for writing. */
export const contextOf = (container: Container): SecurityContext => (container.securityContext ??= {})

/** The effective setting of a container: its own, or the pod's. */
export const effective = <K extends 'runAsUser' | 'runAsGroup' | 'runAsNonRoot' | 'seLinuxOptions'>(
  { container, spec }: ContainerView,
  field: K,
): SecurityContext[K] => container.securityContext?.[field] ?? spec.securityContext?.[field]
