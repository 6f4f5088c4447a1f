import { awaitsResize, resized } from './pod-resize'
import { conditions, withContainers } from './pod-status'
import { resizeEvents } from './resize-events'
import { type ResizePlace, reportsVerdict, reportsResize, verdictOf, withVerdict } from './resize-verdict'
import type { Stage, StageContext } from './stage'
import { statusesOf } from './container-statuses'

const SELECTOR: Stage['selector'] = {
  matchExpressions: [
    { key: 'metadata.deletionTimestamp', operator: 'DoesNotExist' },
    { key: 'status.phase', operator: 'In', values: ['Running'] },
  ],
}
const placeOf = ({ node, others }: Partial<Pick<StageContext, 'node' | 'others'>>): ResizePlace => ({
  node,
  others: others?.() ?? [],
})
/** The stages that resize a running pod. */
export const RESIZE_STAGES: readonly Stage[] = [
  {
    name: 'resize-judged',
    about: 'The pod asks for other resources than it has: the node says whether it can give them.',
    resource: 'pods',
    selector: SELECTOR,
    when: (pod, _, place) => awaitsResize(pod) && !reportsVerdict(pod, verdictOf(pod, placeOf(place))),
    weight: 100_000,
    next: {
      status: (pod, context) =>
        withVerdict(
          { conditions: conditions(pod, statusesOf(pod), context.now) },
          verdictOf(pod, placeOf(context)),
          context,
        ),
      tell: {
        reasons: ['ResizeStarted', 'ResizeDeferred', 'ResizeInfeasible'],
        events: (pod, context) => resizeEvents(pod, verdictOf(pod, placeOf(context)), context.release),
      },
    },
  },
  {
    name: 'resized',
    about: 'The node gives the containers of the pod what the spec says.',
    resource: 'pods',
    selector: SELECTOR,
    when: (pod) => awaitsResize(pod) && reportsVerdict(pod, { type: 'PodResizeInProgress' }),
    weight: 1000,
    delay: { milliseconds: 1000 },
    next: {
      status: (pod, context) =>
        withVerdict(withContainers(pod, resized(pod, context.now), context.now), undefined, context),
      tell: { reasons: ['ResizeCompleted'], events: (pod, { release }) => resizeEvents(pod, undefined, release) },
    },
  },
  {
    name: 'resize-withdrawn',
    about: 'The pod asks for what it has again.',
    resource: 'pods',
    selector: SELECTOR,
    when: (pod) => !awaitsResize(pod) && reportsResize(pod),
    weight: 1000,
    next: {
      status: (pod, context) =>
        withVerdict({ conditions: conditions(pod, statusesOf(pod), context.now) }, undefined, context),
    },
  },
]
