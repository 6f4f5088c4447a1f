import { useEffect, useState } from 'react'
import { isObject } from '../../../../machinery/json'
import { messageOf } from '../../../../machinery/message-of'
import type { WebhookBackend } from '../../../../outside/admission-webhook-settings'
import { useDiscovery } from '../../../queries/use-discovery'
import { useDrafts } from '../../../state/drafts'
import { pageSandbox } from '../page-sandbox'
import { type Operation, OPERATIONS } from '../send-through'
import { type TestOutcome, outcomeOf } from '../test-cases'
import { webhookPolicy } from '../webhook-policies/catalogue'
import type { WebhookPolicy } from '../webhook-policies/policy'
import { SAMPLE, sampleReview } from './sample'

const PAUSE_MS = 350
const LIMIT_MS = 2_000

/** A webhook's sample request, stored in this browser while it is edited. */
export function useSample({ id }: WebhookBackend): {
  readonly text: string
  readonly operation: Operation
  readonly setText: (text: string) => void
  readonly setOperation: (operation: Operation) => void
  /** The samples of the catalogue entry that the webhook is based on. */
  readonly samples: WebhookPolicy['samples'] | undefined
} {
  const policy = webhookPolicy(id)
  const base = policy?.request ?? SAMPLE
  const [textKey, operationKey] = [`admission/callback/${id}/sample`, `admission/callback/${id}/operation`]
  const text = useDrafts((state) => state.drafts[textKey]?.text) ?? base
  const kept = useDrafts((state) => state.drafts[operationKey]?.text)
  const operation: Operation = OPERATIONS.find((one) => one === kept) ?? policy?.operation ?? 'create'
  const { keep, drop } = useDrafts.getState()
  return {
    text,
    operation,
    setText: (next) => (next === base ? drop(textKey) : keep(textKey, next)),
    setOperation: (next) => keep(operationKey, next),
    samples: policy?.samples,
  }
}

/** A request that the workbench sent to a webhook, and its result. */
export interface Trial {
  readonly running: boolean
  readonly outcome?: TestOutcome
  /** The object before the webhook's changes. */
  readonly object?: unknown
  /** Why there is no result. */
  readonly error?: string
}

/** Runs the code on a sample when typing pauses; needs no publication or registration. */
export function useTrial(source: string, sample: string, operation: Operation): Trial {
  const discovery = useDiscovery().data
  const [trial, setTrial] = useState<Trial>({ running: true })
  useEffect(() => {
    let current = true
    setTrial((before) => ({ ...before, running: true }))
    const run = async (): Promise<Trial> => {
      try {
        const review = sampleReview(sample, operation, discovery)
        const input = { source, name: 'default', input: review, limitMs: LIMIT_MS }
        const outcome = outcomeOf(review, await pageSandbox().run(input))
        return { running: false, outcome, object: isObject(review.request) ? review.request.object : null }
      } catch (error) {
        return { running: false, error: messageOf(error) }
      }
    }
    const timer = setTimeout(() => void run().then((done) => current && setTrial(done)), PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [source, sample, operation, discovery])
  return trial
}
