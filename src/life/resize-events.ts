import { podOf } from '../api/kinds/shared/pod-types'
import { behaves } from '../api/releases/ledger'
import { writeJson } from '../machinery/json-text'
import type { ApiObject } from '../machinery/object'
import type { ResizeVerdict } from './resize-verdict'
import type { StageEvent } from './stage'

const asked = (list: readonly { readonly name?: string; readonly resources?: object }[] = []) =>
  list.map(({ name = '', resources = {} }) => ({ name, resources }))

/** The requested resize as an event reports it: resources by container, the generation, and an error if any. */
function summary(pod: ApiObject, error: string | undefined): string {
  const { initContainers = [], containers } = podOf(pod).spec ?? {}
  return writeJson({
    ...(initContainers.length > 0 && { initContainers: asked(initContainers) }),
    containers: asked(containers),
    generation: pod.metadata.generation ?? 0,
    ...(error !== undefined && { error }),
  })
}

/** The event about a resize: started or pending by the verdict; without a verdict, completed. */
export const resizeEvents = (
  pod: ApiObject,
  verdict: ResizeVerdict | undefined,
  release: number,
): readonly StageEvent[] => (behaves('resize-events', release) ? [resizeEvent(pod, verdict)] : [])

function resizeEvent(pod: ApiObject, verdict: ResizeVerdict | undefined): StageEvent {
  if (!verdict)
    return { type: 'Normal', reason: 'ResizeCompleted', message: `Pod resize completed: ${summary(pod, undefined)}` }
  const { reason, message } = verdict
  if (reason === undefined)
    return { type: 'Normal', reason: 'ResizeStarted', message: `Pod resize started: ${summary(pod, undefined)}` }
  return { type: 'Warning', reason: `Resize${reason}`, message: `Pod resize ${reason}: ${summary(pod, message)}` }
}
