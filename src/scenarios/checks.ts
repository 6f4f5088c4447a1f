import { parseGoDuration } from '../machinery/go-duration'
import { at, isObject } from '../machinery/json'
import { CHECK_ID } from './asides'
import { recordedHolds } from './audit-check'
import { fieldPath } from './field-path'
import { fieldHolds } from './field-test'
import { requestMatches } from './request-log'
import type { AskCheck, Check, OwnsCheck } from './check'
import { answerOf, sendLine } from './script'
import type { ScenarioWorld } from './world'

let asked = 0

/** Whether a check is safe to evaluate at any time: its request must change nothing. */
export function changesNothing({ ask }: Pick<AskCheck, 'ask'>): boolean {
  if (ask.startsWith('GET ')) return true
  if (/[?&]dryRun=All(&|$)/.test(ask)) return true
  return /^POST \/apis\/(authorization|authentication)\.[^/]+\/[^/]+\/(namespaces\/[^/]+\/)?[a-z]+reviews(\?|$)/.test(
    ask,
  )
}

const messageOf = (answer: unknown): string => {
  const message = at(answer, 'message')
  return typeof message === 'string' ? message : ''
}

async function askHolds(world: ScenarioWorld, check: AskCheck): Promise<boolean> {
  const response = await sendLine(
    world,
    { send: check.ask, as: check.as, body: check.body, patch: 'apply' },
    { 'audit-id': `${CHECK_ID}${(asked += 1)}` },
  )
  const answer = await answerOf(response, check.ask)
  if (check.status === undefined ? check.reason === undefined && !response.ok : response.status !== check.status)
    return false
  if (check.reason !== undefined && at(answer, 'reason') !== check.reason) return false
  if (check.message !== undefined && !messageOf(answer).includes(check.message)) return false
  return (check.where ?? []).every((test) => fieldHolds(answer, test))
}

/** Whether a fieldsV1 set contains a path: `spec.replicas` is `f:spec`, `f:replicas`. */
function hasField(fields: unknown, path: string): boolean {
  let inner: unknown = fields
  for (const part of fieldPath(path) ?? []) {
    const key = `f:${String(part)}`
    const keyed = isObject(inner) ? Object.keys(inner).find((name) => name === part || name === key) : undefined
    if (keyed === undefined) return false
    inner = at(inner, keyed)
  }
  return true
}

async function ownsHolds(world: ScenarioWorld, check: OwnsCheck): Promise<boolean> {
  const response = await sendLine(world, { send: `GET ${check.owns}` }, { 'audit-id': `${CHECK_ID}${(asked += 1)}` })
  if (!response.ok) return false
  const entries = at(await answerOf(response, `GET ${check.owns}`), 'metadata', 'managedFields')
  const owns = (Array.isArray(entries) ? entries : []).some(
    (entry) =>
      at(entry, 'manager') === check.manager &&
      (check.operation === undefined || at(entry, 'operation') === check.operation) &&
      hasField(at(entry, 'fieldsV1'), check.field),
  )
  return owns !== (check.not ?? false)
}

/** Whether a check holds now. */
export async function checkHolds(world: ScenarioWorld, check: Check): Promise<boolean> {
  if ('ask' in check) return askHolds(world, check)
  if ('recorded' in check) return recordedHolds(world, check)
  if ('owns' in check) return ownsHolds(world, check)
  if ('passed' in check) return world.now() - world.openedAt >= (parseGoDuration(check.passed) ?? 0)
  if ('any' in check) {
    for (const one of check.any) if (await checkHolds(world, one)) return true
    return false
  }
  const pattern = 'never' in check ? check.never : check.happened
  const matching = world.log().filter((entry) => requestMatches(entry, pattern, world.people)).length
  return 'never' in check ? matching === 0 : matching >= (check.atLeast ?? 1)
}

/** Whether all checks hold now. */
export async function allHold(world: ScenarioWorld, checks: readonly Check[]): Promise<boolean> {
  for (const check of checks) if (!(await checkHolds(world, check))) return false
  return true
}
