import type { Container, PodSpec } from '../kinds/shared/pod-types'

/** A pod or pod template, as input for controls. */
export interface Subject {
  readonly annotations: Readonly<Record<string, string>>
  readonly spec: PodSpec
}

/** A violation: reason, detail, and the fields concerned. */
export interface Violation {
  readonly reason: string
  readonly detail: string
  readonly fields: readonly string[]
}

/** A container of a pod, with its place. */
export interface Visited {
  readonly container: Container
  readonly name: string
  /** For example `spec.initContainers[0]`. */
  readonly path: string
}

const LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const

/** All containers of a pod, of every sort. */
export const subjectContainers = ({ spec }: Subject): Visited[] =>
  LISTS.flatMap((list) =>
    (spec[list] ?? []).map((container, i) => ({
      container,
      name: container.name ?? '',
      path: `spec.${list}[${i}]`,
    })),
  )

/** Values in quotes, separated by commas. */
export const quoted = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(', ')
/** A word, with an s unless the count is one. */
export const plural = (word: string, count: number): string => (count === 1 ? word : `${word}s`)

/** `container "a"` or `containers "a", "b"`. */
export const namedContainers = (found: readonly Pick<Visited, 'name'>[]): string =>
  `${plural('container', found.length)} ${quoted(found.map(({ name }) => name))}`

/** Names the pod, some of its containers, or both: `pod and container "a"`. */
export const podAndContainers = (pod: boolean, found: readonly Visited[], joint = 'and'): string =>
  [...(pod ? ['pod'] : []), ...(found.length > 0 ? [namedContainers(found)] : [])].join(` ${joint} `)
