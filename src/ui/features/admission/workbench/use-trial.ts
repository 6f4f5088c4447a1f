import { useEffect, useState } from 'react'
import { isObject } from '../../../../machinery/json'
import { messageOf } from '../../../../machinery/message-of'
import type { WebhookBackend } from '../../../../outside/admission-webhook-settings'
import { useDiscovery } from '../../../queries/discovery'
import { useDrafts } from '../../../state/drafts'
import { pageSandbox } from '../page-sandbox'
import { type Operation, OPERATIONS } from '../send-through'
import { type TestOutcome, outcomeOf } from '../test-cases'
import { webhookPolicy } from '../webhook-policies/catalogue'
import type { WebhookPolicy } from '../webhook-policies/policy'
import { SAMPLE, sampleReview } from './sample'

const PAUSE_MS = 350
const LIMIT_MS = 2_000

/** The sample request of a webhook; it is kept in this browser while a person edits it. */
export function useSample({ id }: WebhookBackend): {
  readonly text: string
  readonly operation: Operation
  readonly setText: (text: string) => void
  readonly setOperation: (operation: Operation) => void
  /** The samples of the policy that the webhook was started from. */
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

export interface Trial {
  readonly running: boolean
  readonly outcome?: TestOutcome
  /** The object before the webhook changed it. */
  readonly object?: unknown
  /** Why there is no outcome. */
  readonly error?: string
}

/** Runs code on a sample whenever typing rests for a moment; nothing has to be published or registered. */
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
