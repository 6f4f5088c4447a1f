import { parse } from 'yaml'
import type { ApiObject } from '../../../machinery/object'
import { messageOf } from '../../../machinery/message-of'

/** apiVersion of stages that users write. */
export const STAGE_VERSION = 'life.orch.io/v1alpha1'

/** The editor's initial text: a stage that shows every part. */
export const EXAMPLE_STAGE = `apiVersion: ${STAGE_VERSION}
kind: Stage
metadata:
  name: cache-is-warm
spec:
  resourceRef:
    kind: Pod
  selector:
    matchExpressions:
      - key: .status.phase
        operator: In
        values: [Running]
      - key: .status.message
        operator: DoesNotExist
  # Built-in stages have weight 1, so this stage is nearly always chosen.
  weight: 1000
  delay:
    durationMilliseconds: 2000
    jitterDurationMilliseconds: 5000
  next:
    event:
      reason: Warm
      message: The cache of $(metadata.name) is warm
    status:
      message: warm
`

/** The single object of a text. */
export function parseObject(text: string): { readonly problem: string } | { readonly object: ApiObject } {
  try {
    const value: unknown = parse(text)
    if (typeof value === 'object' && value !== null && 'metadata' in value && value.metadata)
      return { object: value as ApiObject }
    return { problem: 'The text is not an object with metadata.' }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}
