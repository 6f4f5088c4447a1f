import type { Container } from '../api/kinds/shared/pod-types'
import { podOf } from '../api/kinds/shared/pod-types'
import { behaves } from '../api/releases/ledger'
import { fnv1a } from '../machinery/fnv'
import { formatGoDuration } from '../machinery/go-duration'
import type { ApiObject } from '../machinery/object'
import { containersOf, podText } from './container-statuses'
import type { StageContext, StageEvent } from './stage'

/** Which list of the spec a container is in. */
type Kind = 'containers' | 'initContainers'

/** Simulated images are of 5 to 205 MB. */
const LEAST_BYTES = 5_000_000
const SIZES = 200_000_000

const pathOf = (name: string, kind: Kind): string => `spec.${kind}{${name}}`
const about = (
  container: Container,
  kind: Kind,
  reason: string,
  message: string,
  type: StageEvent['type'] = 'Normal',
): StageEvent => ({
  type,
  reason,
  message,
  fieldPath: pathOf(container.name ?? '', kind),
})
const quoted = ({ image = '' }: Container): string => JSON.stringify(image)

/** Whether the node has to pull the image of a container. `earlier`: those of the pod that have started before it. */
function pulls(
  container: Container,
  since: string,
  earlier: readonly Container[],
  { hasImage }: StageContext,
): boolean {
  const { image = '', imagePullPolicy } = container
  if (imagePullPolicy === 'Always') return true
  if (imagePullPolicy === 'Never' || earlier.some((one) => one.image === image)) return false
  return !hasImage?.(image, since)
}

function pulled(container: Container, pod: ApiObject, context: StageContext): string {
  const { now, release } = context
  const ms = Math.max(1, Date.parse(now) - Date.parse(podOf(pod).status?.startTime ?? now))
  const took = formatGoDuration(ms)
  const waited = behaves('pulled-tells-waiting', release) ? ` (${took} including waiting)` : ''
  const bytes = LEAST_BYTES + (fnv1a(container.image ?? '') % SIZES)
  const size = behaves('pulled-tells-size', release) ? `. Image size: ${bytes} bytes.` : ''
  const duration = behaves('pulled-tells-duration', release) ? ` in ${took}${waited}${size}` : ''
  return `Successfully pulled image ${quoted(container)}${duration}`
}

const present = (container: Container, release: number): string =>
  `Container image ${quoted(container)} already present on machine${behaves('container-events-by-path', release) ? ' and can be accessed by the pod' : ''}`

function begins(container: Container, kind: Kind, release: number): StageEvent[] {
  const { name = '' } = container
  const byPath = behaves('container-events-by-path', release)
  const created = behaves('created-container-colon', release)
    ? `Created container: ${name}`
    : `Created container ${name}`
  return [
    about(container, kind, 'Created', byPath ? 'Container created' : created),
    about(container, kind, 'Started', byPath ? 'Container started' : `Started container ${name}`),
  ]
}

/** The image of the first container starts to be pulled, unless the node has it. */
export function firstPull(pod: ApiObject, context: StageContext): StageEvent[] {
  const [init] = podOf(pod).spec?.initContainers ?? []
  const first = init ?? containersOf(pod)[0]
  if (!first || !pulls(first, context.now, [], context)) return []
  return [pulling(first, init ? 'initContainers' : 'containers')]
}

const pulling = (container: Container, kind: Kind): StageEvent =>
  about(container, kind, 'Pulling', `Pulling image ${quoted(container)}`)

/** Containers of one list start one after another: each image is pulled or present, then the container is created and started. */
export function startEvents(
  pod: ApiObject,
  kind: Kind,
  names: (container: Container) => boolean,
  context: StageContext,
): StageEvent[] {
  const init = podOf(pod).spec?.initContainers ?? []
  const all = [...init, ...containersOf(pod)]
  const since = podOf(pod).status?.startTime ?? context.now
  return (kind === 'initContainers' ? init : containersOf(pod)).filter(names).flatMap((container) => {
    const before = all.slice(0, all.indexOf(container))
    const image = pulls(container, since, before, context)
      ? [
          ...(before.length > 0 ? [pulling(container, kind)] : []),
          about(container, kind, 'Pulled', pulled(container, pod, context)),
        ]
      : [about(container, kind, 'Pulled', present(container, context.release))]
    return [...image, ...begins(container, kind, context.release)]
  })
}

/** A container starts again: the node has its image. */
export const restartEvents = (pod: ApiObject, { release }: StageContext): StageEvent[] =>
  containersOf(pod)
    .slice(0, 1)
    .flatMap((container) => [
      about(container, 'containers', 'Pulled', present(container, release)),
      ...begins(container, 'containers', release),
    ])

/** Why the simulated image cannot be pulled. */
export const pullError = (pod: ApiObject): string =>
  `rpc error: code = NotFound desc = ${containersOf(pod)[0]?.image ?? ''}: not found (simulated)`

/** The message of a container whose image is not pulled again yet. */
export const pullBackOff = (pod: ApiObject, release: number): string => {
  const told = `Back-off pulling image ${quoted(containersOf(pod)[0] ?? {})}`
  return behaves('pull-back-off-tells-error', release) ? `${told}: ErrImagePull: ${pullError(pod)}` : told
}

/** An attempt to pull the first container's image fails; `again`: it is not the first one. */
export function pullFails(pod: ApiObject, again: boolean): StageEvent[] {
  const [first = {}] = containersOf(pod)
  return [
    ...(again ? [pulling(first, 'containers')] : []),
    about(first, 'containers', 'Failed', `Failed to pull image ${quoted(first)}: ${pullError(pod)}`, 'Warning'),
    about(first, 'containers', 'Failed', 'Error: ErrImagePull', 'Warning'),
  ]
}

/** The first container's image is not pulled again yet. */
export function pullWaits(pod: ApiObject): StageEvent[] {
  const [first = {}] = containersOf(pod)
  return [
    about(first, 'containers', 'BackOff', `Back-off pulling image ${quoted(first)}`),
    about(first, 'containers', 'Failed', 'Error: ImagePullBackOff', 'Warning'),
  ]
}

/** The first container is not started again yet. */
export function startWaits(pod: ApiObject, { release }: StageContext): StageEvent[] {
  const [first = {}] = containersOf(pod)
  const named = behaves('back-off-names-container', release) ? ` ${first.name ?? ''} in pod ${podText(pod)}` : ''
  return [about(first, 'containers', 'BackOff', `Back-off restarting failed container${named}`, 'Warning')]
}

/** The containers of a pod are stopped. */
export const killEvents = (pod: ApiObject): StageEvent[] =>
  containersOf(pod).map((container) =>
    about(container, 'containers', 'Killing', `Stopping container ${container.name ?? ''}`),
  )
