import type { RefObject } from 'react'
import { useDrafts } from '../../state/drafts'
import type { Lab, Manager, Sending, SendOutcome } from './lab'

/** Applies a manifest, or an empty one, and stores the texts. */
export function appliesOf({
  managers,
  blank,
  send,
  outcome,
  refusedTexts,
  keep,
  key,
}: {
  readonly managers: Manager[]
  readonly blank: () => string
  readonly send: (sending: Sending) => Promise<SendOutcome>
  readonly outcome: (manager: string, next: SendOutcome | undefined) => void
  readonly refusedTexts: RefObject<Map<string, string>>
  readonly keep: (id: string, text: string, base?: string) => void
  readonly key: string
}) {
  const apply: Lab['apply'] = async (manager, { force = false, dryRun = false, text } = {}) => {
    const body = text ?? managers.find((each) => each.name === manager)?.text ?? blank()
    const what = dryRun ? 'dry run' : force ? 'applied, forced' : 'applied'
    const result = await send({ kind: 'apply', manager, body, force, dryRun, what })
    outcome(manager, result)
    if (result.type === 'conflict') refusedTexts.current.set(manager, body)
    if (result.type === 'stored') keep(key + manager, useDrafts.getState().drafts[key + manager]?.text ?? body, body)
    return result
  }
  const withdraw: Lab['withdraw'] = async (manager, { dryRun = false } = {}) => {
    const text = managers.find((each) => each.name === manager)?.text
    const result = await send({ kind: 'apply', manager, body: blank(), dryRun, what: 'withdrawn' })
    outcome(manager, result)
    // Keep the text, so that it can be applied again.
    if (result.type === 'stored' && text !== undefined) keep(key + manager, text)
    return result
  }
  return { apply, withdraw }
}
